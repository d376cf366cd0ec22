import type { LineLog } from '../../cache/line-log.ts'
import type { Entry, KindReport, ListReport, State } from '../../cache/report.ts'
import { isLanguageTag, languageTag } from '../../model/language.ts'
import { DriftWatch } from './drift.ts'
import { nameOf } from '../endpoints.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** The details of an entry in addition to its record and state. */
export type EntryDetails = Pick<Entry, 'url' | 'tries'> & Partial<Pick<Entry, 'reason' | 'change' | 'since' | 'instead'>>

type Languages = Record<string, Record<string, { expected: number; got: number }>>

/** Records what a crawl expected and why, and its outcome. Figures stay in memory, entries go to disk. */
export class ReportLog {
  readonly lists: ListReport[] = []
  readonly languages: Languages = {}
  readonly drift = new DriftWatch()
  readonly #log: LineLog<Entry>
  readonly #expected = new Map<string, KindReport['from']>()
  /** Records referenced only by a text so far, with the record that contains the text. */
  readonly #linked = new Map<string, string>()

  constructor(log: LineLog<Entry>) {
    this.#log = log
  }

  /** A record is referenced for the first time: by a list, the tree, a field of `by`, or a link in its text. */
  expect(key: RecordKey, from: string, by: string): void {
    if (from === 'link') this.#linked.set(nameOf(key), by)
    this.#count(key.kind, from, 1)
  }

  /** A record is referenced again: one that a text linked to may be in a list after all. */
  confirm(key: RecordKey, from: string): void {
    if (from === 'link' || !this.#linked.delete(nameOf(key))) return
    this.#count(key.kind, 'link', -1)
    this.#count(key.kind, from, 1)
  }

  /** Writes the outcome of a record, list or file. */
  async settle({ kind, id, lang }: Pick<Entry, 'kind' | 'id' | 'lang'>, state: State, details: EntryDetails): Promise<void> {
    const linkedFrom = lang ? undefined : this.#linked.get(`${kind} ${id}`)
    if (linkedFrom) this.#linked.delete(`${kind} ${id}`)
    const at = new Date().toISOString()
    await this.#log.write({ kind, id, ...(lang && { lang }), state, at, ...details, ...(linkedFrom && { linkedFrom }) })
  }

  /** A list was read, or could not be. */
  async settleList(list: ListReport, details: EntryDetails): Promise<void> {
    this.lists.push(list)
    await this.settle({ kind: 'list', id: list.name }, list.state, details)
  }

  /** Notes an answer's language and its unknown keys and values. */
  look({ kind, id, lang }: RecordKey, answer: unknown): void {
    if (lang) this.translation(kind, lang, 'got')
    else this.speak(kind, answer, 'got')
    this.drift.look({ kind, id }, answer)
  }

  /** Counts the language of a record or list item, if it has one. */
  speak(kind: string, answer: unknown, what: 'expected' | 'got'): void {
    if ((kind !== 'guide' && kind !== 'wiki') || typeof answer !== 'object' || !answer) return
    const { locale, langid } = answer as { locale?: unknown; langid?: unknown }
    const lang = locale || langid
    const tag = typeof lang === 'string' ? languageTag(lang) : ''
    if (isLanguageTag(tag)) this.translation(kind, tag, what)
  }

  /** Counts a record by its language, given as a tag. */
  translation(kind: string, lang: string, what: 'expected' | 'got'): void {
    const figures = ((this.languages[kind] ??= {})[lang] ??= { expected: 0, got: 0 })
    figures[what]++
  }

  /** Where the records of a kind were first referenced. */
  origins(kind: string): KindReport['from'] {
    return this.#expected.get(kind) ?? {}
  }

  entries(): AsyncGenerator<Entry> {
    return this.#log.values()
  }

  #count(kind: string, from: string, by: 1 | -1): void {
    const counts = this.#expected.get(kind) ?? {}
    counts[from] = (counts[from] ?? 0) + by
    if (counts[from] === 0) Reflect.deleteProperty(counts, from)
    this.#expected.set(kind, counts)
  }
}
