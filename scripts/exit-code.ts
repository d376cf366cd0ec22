import { inspect, stripVTControlCharacters } from 'node:util'
import { CommanderError } from 'commander'
import { explainSystem, isOurs, sentence } from '../src/errors.ts'

/** What a piece of work comes to. An error is told to the person in one sentence; only with `debug` its stack is shown. */
export async function exitCodeOf(work: () => Promise<number>, debug: () => boolean = () => false): Promise<number> {
  try {
    return await work()
  } catch (error) {
    // The pages for help and version end in an error as well.
    return error instanceof CommanderError ? 0 : report(error, debug())
  }
}

function report(error: unknown, debug: boolean): number {
  const known = explainSystem(error, pathOf(error))
  console.error(`benchbook: ${isOurs(known) ? known.message : `${shortened(sentence(error))} ${A_FAULT}`}`)
  if (debug) console.error(inspect(error, { depth: 4 }))
  return isOurs(known) ? known.exitCode : 2
}

const A_FAULT = '(This is a fault of Benchbook: run the command again with --debug and report what it shows.)'

const shortened = (text: string): string => stripVTControlCharacters(text).replace(/\s+/g, ' ').slice(0, 200)

function pathOf(error: unknown): string {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'A file or folder'
}
