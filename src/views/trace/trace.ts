import { hash } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RecordKey } from '../../cache/layout.ts'

/**
 * What was asked about the cache while one page, or one search document, was made: a verifying trace ("Build Systems à la Carte"). A later
 * build asks the same again, and keeps the page where all answers are the same.
 */
export class Trace {
  /** Each question as a text, with what tells its answer from others. */
  readonly #asked = new Map<string, string | Promise<string>>()
  /** The addresses of media that were looked up, found or not: see {@link mediaNumber}. */
  readonly media = new Set<number>()
  /** The records that were read, as they came. */
  readonly records = new Map<string, { key: RecordKey; answer: unknown }>()
  /** True once something could not be read: what was made is not kept. */
  hasErrors = false

  note(question: string, mark: () => string | Promise<string>): void {
    if (!this.#asked.has(question)) this.#asked.set(question, mark())
  }

  /** The mark of one question; undefined if it was not asked. */
  async markOf(question: string): Promise<string | undefined> {
    return this.#asked.get(question)
  }

  /** All questions and marks. */
  async asked(): Promise<Asked> {
    return Promise.all(Array.from(this.#asked, async ([question, mark]) => [question, await mark] as const))
  }
}

export type Asked = (readonly [question: string, mark: string])[]

/** The program of the pages has a copy of this module of its own: all copies in a process share what is under way. */
const PLACE = Symbol.for('benchbook:trace')
const shared = globalThis as { [PLACE]?: AsyncLocalStorage<Trace | undefined> }
const { [PLACE]: current = new AsyncLocalStorage<Trace | undefined>() } = shared
shared[PLACE] = current

/** Does something whose questions belong to a trace. */
export const tracing = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** The trace of what is being made; undefined where nobody keeps one. */
export const currentTrace = (): Trace | undefined => current.getStore()

/** Answers this short are their own marks. */
const SHORT = 20
const MARK_LENGTH = 22

/** Differs for different answers, which are data: throws a TypeError for what JSON does not tell apart. */
export function markOf(answer: unknown): string {
  const text = (JSON.stringify(answer, distinct) as string | undefined) ?? ''
  return text.length <= SHORT ? text : markOfText(text)
}

/** {@link markOf} for a long text. */
export const markOfText = (text: string): string => hash('sha256', text, 'base64url').slice(0, MARK_LENGTH)

/** {@link markOf} for an error in the place of an answer. */
export const markOfError = (error: unknown): string => markOfText(`error ${String(error)}`)

function distinct(this: unknown, _name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  if (value === undefined && Array.isArray(this)) return { undefined: true }
  const isData = typeof value !== 'function' && typeof value !== 'symbol' && !(value instanceof Map || value instanceof Set)
  if (!isData) throw new TypeError('An answer about the cache has to be plain data, so that it can be told from another.')
  return value
}
