import { appendFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainSystem } from '../errors.ts'
import { PENDING_FOLDER } from './layout.ts'
import { readLines } from '../disk/lines.ts'

/** The size of the write buffer. */
const BUFFER_LENGTH = 64 * 1024

/** Appends lines of JSON to a file of the pending folder; only the last few are in memory. */
export class LineLog<T> {
  readonly #path: string
  #buffer = ''
  #writing: Promise<void>

  /** Truncates the file: a resumed crawl logs each record again. */
  constructor(folder: string, path: string) {
    this.#path = join(folder, PENDING_FOLDER, path)
    this.#writing = rm(this.#path, { force: true })
    // The next write reports the error; until then there is no listener.
    this.#writing.catch(() => undefined)
  }

  /** Resolves when there is room for more. */
  async write(value: T): Promise<void> {
    this.#buffer += `${JSON.stringify(value)}\n`
    if (this.#buffer.length >= BUFFER_LENGTH) await this.flush()
  }

  flush(): Promise<void> {
    const text = this.#buffer
    this.#buffer = ''
    this.#writing = this.#writing.then(() => this.#append(text))
    this.#writing.catch(() => undefined)
    return this.#writing
  }

  /** All that was written so far. */
  async *values(): AsyncGenerator<T> {
    await this.flush()
    for await (const { text } of readLines(this.#path)) yield JSON.parse(text) as T
  }

  async #append(text: string): Promise<void> {
    try {
      await mkdir(dirname(this.#path), { recursive: true })
      await appendFile(this.#path, text)
    } catch (error) {
      throw explainSystem(error, this.#path)
    }
  }
}
