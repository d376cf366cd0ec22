import { inspect, stripVTControlCharacters, styleText } from 'node:util'
import { CommanderError } from 'commander'
import { explainSystem, InterruptedError, isBenchbookError, sentence } from '../errors.ts'
import { helpOf } from '../product.ts'
import { inFlags, jsonInFlags } from './terminal/flags.ts'

/** How an error is reported. */
interface Telling {
  /** With its stack. */
  debug?: boolean
  /** Also as JSON on stdout, instead of the command's output. */
  json?: boolean
}

/** The exit code of a task. An error is reported in one sentence on stderr. */
export async function exitCodeOf(work: () => Promise<number>, telling: () => Telling = () => ({})): Promise<number> {
  try {
    return await work()
  } catch (error) {
    // Commander's help and version output also end in an error.
    return error instanceof CommanderError ? 0 : report(error, telling())
  }
}

function report(error: unknown, { debug, json }: Telling): number {
  const known = explainSystem(error, pathOf(error))
  const [text, exitCode] = isBenchbookError(known) ? [known.message, known.exitCode] : [`${shortened(sentence(error))} ${A_FAULT}`, 2]
  const message = inFlags(text)
  console.error(`${styleText('red', 'benchbook:', { stream: process.stderr })} ${message}`)
  if (debug) console.error(inspect(error, { depth: 4 }))
  const facts = isBenchbookError(known) ? { kind: known.name, code: known.code, help: helpOf(known.code), ...known.facts } : {}
  if (json) console.log(jsonInFlags({ error: { message, exitCode, ...facts } }))
  return exitCode
}

const A_FAULT = '(This is a fault of Benchbook: run the command again with --debug and report what it shows.)'

const shortened = (text: string): string => stripVTControlCharacters(text).replace(/\s+/g, ' ').slice(0, 200)

function pathOf(error: unknown): string {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'A file or folder'
}

/** The time that the work has to stop. */
const GRACE_MS = 1_000

/** A signal that SIGINT and SIGTERM abort. A second one ends the process immediately; so does work that does not end in time. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new InterruptedError('Interrupted. Run the same command again to complete the work.'))
    setTimeout(() => process.exit(130), GRACE_MS).unref()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return controller.signal
}
