import { privacyNameOfItem } from '../../cache/private-keys.ts'
import type { ListPosition } from '../../cache/list-file.ts'
import { canonicalTitle } from '../../model/title.ts'
import { saysPrivate } from '../../model/visibility.ts'
import { listOf, numberIn, textIn } from '../fields.ts'
import { type ListName, LISTS } from '../../model/resources.ts'

const NUMBERS = ['offset', 'length', 'id', 'userid', 'contextid', 'modifiedAt', 'isPublic'] as const
const WORDS = ['type', 'category'] as const
export type NumberColumn = (typeof NUMBERS)[number]
export type WordColumn = (typeof WORDS)[number]
export type Column = NumberColumn | WordColumn

/** The data kept of a list's items while it is read. Words are interned; a column contains their numbers. */
export class ListColumns {
  readonly words = new Map<string, number>()
  readonly threads = new Map<number, number>()
  readonly #privateKeys: ReadonlySet<string>
  readonly #columns = Object.fromEntries([...NUMBERS, ...WORDS].map((name) => [name, [] as number[]])) as Record<Column, number[]>

  constructor(privateKeys: ReadonlySet<string>) {
    this.#privateKeys = privateKeys
  }

  /** Adds an item; a field that is absent or of another type counts as empty, so that one invalid item does not hide others. */
  add(name: ListName, item: unknown, { offset, length }: ListPosition): void {
    const place = this.#columns.id.length
    const { idField, namespace } = LISTS[name]
    const row: Record<Column, number> = {
      offset,
      length,
      id: idField ? numberIn(item, namespace ? 'wikiid' : idField) : place,
      userid: numberIn(item, 'userid'),
      contextid: numberIn(item, 'contextid'),
      modifiedAt: Math.max(numberIn(item, 'modified_date'), numberIn(item, 'prereq_modified_date')),
      isPublic: Number(!(saysPrivate(item) || this.#isSecret(name, item))),
      type: this.#word(textIn(item, name === 'comments' ? 'context' : 'type')),
      category: this.#word(canonicalTitle(textIn(item, 'category'))),
    }
    for (const column of Object.keys(row) as Column[]) this.#columns[column].push(row[column])
    if (name === 'comments') this.#thread(item, place)
  }

  arrays(): Record<Column, Float64Array> {
    const entries = Object.entries(this.#columns).map(([name, values]) => [name, Float64Array.from(values)])
    return Object.fromEntries(entries) as Record<Column, Float64Array>
  }

  #isSecret(name: ListName, item: unknown): boolean {
    return this.#privateKeys.size > 0 && this.#privateKeys.has(privacyNameOfItem(name, item) ?? '')
  }

  #word(text: string): number {
    const known = this.words.get(text) ?? this.words.size
    this.words.set(text, known)
    return known
  }

  #thread(comment: unknown, place: number): void {
    for (const reply of listOf(comment, 'replies')) {
      this.threads.set(numberIn(reply, 'commentid'), place)
      this.#thread(reply, place)
    }
  }
}
