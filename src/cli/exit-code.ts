import { inspect, stripVTControlCharacters, styleText } from 'node:util'
import { CommanderError } from 'commander'
import { explainSystem, isBenchbookError, sentence } from '../errors.ts'
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
