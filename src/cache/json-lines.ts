import { appendFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Line, readLines } from '../disk/lines.ts'
import { explainSystem } from '../errors.ts'
import { isExtra } from '../model/extras.ts'
import { RECORD_KINDS, type RecordKind } from '../model/resources.ts'
import { PENDING_FOLDER, type RecordKey, RECORDS_PATH } from './layout.ts'
import { parseWhole } from './parse-stored.ts'

/** Called for a line that is not JSON, with its file in the cache and its number from 1. */
export type OnDamagedLine = (path: string, line: number) => void

/** The lines of a cache file that are valid JSON, parsed. `path` is the file's name for `onDamaged`. */
export async function* readJsonLines(
  file: string | AsyncGenerator<Line>,
  path: string,
  onDamaged?: OnDamagedLine,
): AsyncGenerator<Line & { item: unknown }> {
  let number = 0
  for await (const line of typeof file === 'string' ? readLines(file) : file) {
    number++
    const item = parseWhole(line.text)
    if (item === undefined) onDamaged?.(path, number)
    else yield { ...line, item }
  }
}

/** The record keys in a folder's list. They are untrusted and become paths: invalid and damaged lines are left out. */
export async function* readKeys(folder: string, onDamaged?: OnDamagedLine): AsyncGenerator<RecordKey> {
  for await (const { item } of readJsonLines(join(folder, RECORDS_PATH), RECORDS_PATH, onDamaged)) if (isKey(item)) yield item
}

function isKey(value: unknown): value is RecordKey {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, lang } = value as Partial<Record<keyof RecordKey, unknown>>
  return isKind(kind) && typeof id === 'string' && (lang === undefined || typeof lang === 'string')
}

export const isKind = (kind: unknown): kind is RecordKind =>
  typeof kind === 'string' && ((RECORD_KINDS as readonly string[]).includes(kind) || isExtra(kind))

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
