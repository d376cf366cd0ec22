import { createReadStream, read, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { openIfExists } from '../disk/read.ts'
import { type OnDamagedLine, readJsonLines } from './json-lines.ts'
import { listPath } from './layout.ts'
import { readLines } from '../disk/lines.ts'
import type { ListName } from '../model/resources.ts'

/** The position of an item in a list's file, in bytes. */
export interface ListPosition {
  offset: number
  length: number
}

/** A stream that is abandoned before its end closes its file, regardless of `autoClose`. */
const LEFT_OPEN = { read, close: (_: number, done: (error: null) => void) => done(null) }

/** An open list file, for single reads. It keeps the state of its crawl when another one finishes. The caller closes it. */
export class ListFile {
  readonly #file: FileHandle
  readonly #path: string
  readonly #onDamagedLine: OnDamagedLine | undefined

  private constructor(file: FileHandle, path: string, onDamagedLine: OnDamagedLine | undefined) {
    this.#file = file
    this.#path = path
    this.#onDamagedLine = onDamagedLine
  }

  /** Undefined if the list was not crawled. */
  static async open(folder: string, name: ListName, onDamagedLine?: OnDamagedLine): Promise<ListFile | undefined> {
    const file = await openIfExists(join(folder, listPath(name)))
    return file && new ListFile(file, listPath(name), onDamagedLine)
  }

  /** The undamaged items, each with its position. */
  items(): AsyncGenerator<ListPosition & { item: unknown }> {
    const lines = readLines(createReadStream('', { fd: this.#file.fd, start: 0, autoClose: false, fs: LEFT_OPEN }))
    return readJsonLines(lines, this.#path, this.#onDamagedLine)
  }

  /** Synchronous: the list was read as a whole before, so it is probably in the page cache. */
  read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, readSync(this.#file.fd, bytes, 0, length, offset))
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
