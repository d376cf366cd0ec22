import { createReadStream, read, readSync } from 'node:fs'
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

export type ListFile = NonNullable<Awaited<ReturnType<typeof openListFile>>>

/** Opens a list, which keeps the state of its crawl when another one finishes, until the caller closes it; undefined if there is none. */
export async function openListFile(folder: string, name: ListName, onDamagedLine?: OnDamagedLine) {
  const path = listPath(name)
  const file = await openIfExists(join(folder, path))
  if (!file) return undefined
  const { fd } = file
  return {
    /** The undamaged items, each with its position. */
    items(): AsyncGenerator<ListPosition & { item: unknown }> {
      const lines = readLines(createReadStream('', { fd, start: 0, autoClose: false, fs: LEFT_OPEN }))
      return readJsonLines(lines, path, onDamagedLine)
    },
    /** Synchronous: the list was read as a whole before, so it is probably in the page cache. */
    read(offset: number, length: number): Buffer {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(fd, bytes, 0, length, offset))
    },
    close: (): Promise<void> => file.close(),
  }
}
