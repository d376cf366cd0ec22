import { createInterface } from 'node:readline/promises'
import { InterruptedError } from '../../errors.ts'

/** Asks questions at the terminal. */
export interface Asking {
  ask: (question: string) => Promise<string>
  close: () => void
}

/** Undefined without an interactive terminal. Ctrl+C and Ctrl+D throw an {@link InterruptedError} from a question. */
export function startAsking(): Asking | undefined {
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
