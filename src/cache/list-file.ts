import { createReadStream, read, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { openIfExists } from '../disk/read.ts'
import { type OnDamagedLine, readJsonLines } from './json-lines.ts'
import { listPath } from './layout.ts'
import { type Line, readLines } from '../disk/lines.ts'
import type { ListName } from '../model/resources.ts'

/** Where an item of a list lies in its file, in bytes. */
export interface ListPosition {
  offset: number
  length: number
}

/** A stream that is left before its end closes its file, whatever `autoClose` says. */
const LEFT_OPEN = { read, close: (_: number, done: (error: null) => void) => done(null) }

/**
 * A list's file that stays open: a part of it is one read, and stays of the crawl that it was opened in when another one finishes.
 * Whoever opens it closes it.
 */
export class ListFile {
  readonly #file: FileHandle
  readonly #path: string
  readonly #onDamagedLine: OnDamagedLine | undefined

  private constructor(file: FileHandle, path: string, onDamagedLine: OnDamagedLine | undefined) {
    this.#file = file
    this.#path = path
    this.#onDamagedLine = onDamagedLine
  }

  /** Undefined when the list was not crawled. */
  static async open(folder: string, name: ListName, onDamagedLine?: OnDamagedLine): Promise<ListFile | undefined> {
    const file = await openIfExists(join(folder, listPath(name)))
    return file && new ListFile(file, listPath(name), onDamagedLine)
  }

  /** The items that are not damaged, each with its place. */
  items(): AsyncGenerator<ListPosition & { item: unknown }> {
    return readJsonLines(this.lines(), this.#path, this.#onDamagedLine)
  }

  /** The items as texts, with their places in bytes. */
  lines(): AsyncGenerator<Line> {
    return readLines(createReadStream('', { fd: this.#file.fd, start: 0, autoClose: false, fs: LEFT_OPEN }))
  }

  /** At once: the list was read as a whole before, and what is wanted of it is as good as in memory. */
  read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, readSync(this.#file.fd, bytes, 0, length, offset))
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
