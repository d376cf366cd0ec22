import { hash } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RecordKey } from '../../cache/layout.ts'

/**
 * The queries made on the cache while a page or search document was rendered: a verifying trace ("Build Systems à la Carte"). A later build
 * repeats them, and keeps the page if all answers are the same.
 */
export class Trace {
  /** Each question as a text, with a fingerprint of its answer. */
  readonly #asked = new Map<string, string | Promise<string>>()
  /** The media addresses that were looked up, found or not: see {@link mediaNumber}. */
  readonly media = new Set<number>()
  /** The records that were read, unparsed. */
  readonly records = new Map<string, { key: RecordKey; answer: unknown }>()
  /** True once something was unreadable: the result is not cached. */
  hasErrors = false

  note(question: string, mark: () => string | Promise<string>): void {
    if (!this.#asked.has(question)) this.#asked.set(question, mark())
  }

  /** The fingerprint of one question's answer; undefined if it was not asked. */
  async markOf(question: string): Promise<string | undefined> {
    return this.#asked.get(question)
  }

  /** All questions with their fingerprints. */
  async asked(): Promise<Asked> {
    return Promise.all(Array.from(this.#asked, async ([question, mark]) => [question, await mark] as const))
  }
}

export type Asked = (readonly [question: string, mark: string])[]

/** The compiled pages have their own copy of this module: all copies in a process share their state through this symbol. */
const PLACE = Symbol.for('benchbook:trace')
const shared = globalThis as { [PLACE]?: AsyncLocalStorage<Trace | undefined> }
const { [PLACE]: current = new AsyncLocalStorage<Trace | undefined>() } = shared
shared[PLACE] = current

/** Runs work whose questions belong to a trace. */
export const tracing = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** The current trace; undefined if there is none. */
export const currentTrace = (): Trace | undefined => current.getStore()

/** Answers up to this length are used as their own fingerprint. */
const SHORT = 20
const MARK_LENGTH = 22

/** A fingerprint of plain data: throws a TypeError for values that JSON does not distinguish. */
export function markOf(answer: unknown): string {
  const text = (JSON.stringify(answer, distinct) as string | undefined) ?? ''
  return text.length <= SHORT ? text : markOfText(text)
}

/** {@link markOf} for a long text. */
export const markOfText = (text: string): string => hash('sha256', text, 'base64url').slice(0, MARK_LENGTH)

/** {@link markOf} for an error instead of an answer. */
export const markOfError = (error: unknown): string => markOfText(`error ${String(error)}`)

function distinct(this: unknown, _name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  if (value === undefined && Array.isArray(this)) return { undefined: true }
  const isData = typeof value !== 'function' && typeof value !== 'symbol' && !(value instanceof Map || value instanceof Set)
  if (!isData) throw new TypeError('An answer about the cache has to be plain data, so that it can be compared.')
  return value
}
