import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program beside this file, in a process of its own, that answers by messages. */
export class Child {
  readonly #process: ChildProcess

  constructor(program: 'replica.mjs' | 'bare-server.ts', args: readonly string[]) {
    this.#process = fork(fileURLToPath(new URL(program, import.meta.url)), args)
  }

  /** What it says next; with a question, after that was sent. */
  async says<T>(question?: string | string[]): Promise<T> {
    const answered = once(this.#process, 'message')
    const ended = once(this.#process, 'exit').then(([code]) => {
      throw new Error(`A process of the benchmark ended with ${String(code)} and without an answer.`)
    })
    ended.catch(() => undefined)
    if (question !== undefined) this.#process.send(question)
    const [answer] = (await Promise.race([answered, ended])) as [T]
    return answer
  }

  stop(): void {
    this.#process.kill()
  }
}
