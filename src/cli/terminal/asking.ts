import { createInterface } from 'node:readline/promises'
import { InterruptedError } from '../../errors.ts'

/** Asks questions at the terminal; undefined if it is not interactive. Ctrl+C and Ctrl+D throw an {@link InterruptedError} from a question. */
export function startAsking() {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const end = new AbortController()
  terminal.on('SIGINT', () => terminal.close())
  terminal.once('close', () => end.abort())
  const ask = async (question: string): Promise<string> => {
    try {
      return await terminal.question(question, { signal: end.signal })
    } catch (cause) {
      throw new InterruptedError('Interrupted. Nothing was written.', { cause })
    }
  }
  return { ask, close: () => terminal.close() }
}
