import type { SearchDocument } from '../search/document.ts'
import { listenToUnreadable, type Unreadable } from '../views/catalog/unreadable.ts'

/** The unreadable records of a build, one entry per language, independent of the order in which pages are made. */
export class UnreadableRecords {
  readonly #found = new Map<string, Unreadable>()
  readonly #pages = new Set<string>()
  readonly #stopListening = listenToUnreadable((unreadable) => this.#add(unreadable))

  #add(unreadable: Unreadable): void {
    const { kind, id, lang = '', page } = unreadable
    if (page !== undefined) this.#pages.add(page)
    const name = JSON.stringify([kind, id, lang])
    const known = this.#found.get(name)
    if (!known || isWorse(unreadable, known)) this.#found.set(name, unreadable)
  }

  /** True if the page of a document only says that it cannot be shown. */
  hasNoPageFor({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): boolean {
    return this.#pages.has(isTranslation ? `/${lang}${path}` : path)
  }

  /** True if any page only says that it cannot be shown. */
  get haveEmptyPages(): boolean {
    return this.#pages.size > 0
  }

  /** Sorted by kind and id. */
  list(): Unreadable[] {
    return inOrder([...this.#found.values()])
  }

  /** Must be called when the build has ended. */
  close(): void {
    this.#stopListening()
  }
}

/** Sorts by kind and id. */
export function inOrder<T extends { kind: string; id: string; lang?: string }>(records: readonly T[]): T[] {
  const order = new Intl.Collator('en', { numeric: true })
  const nameOf = ({ kind, id, lang = '' }: T): string => `${kind} ${id} ${lang}`
  return records.toSorted((a, b) => order.compare(nameOf(a), nameOf(b)))
}

/** A missing page is the more severe of two problems; between equal ones the choice is arbitrary, but deterministic. */
function isWorse(one: Unreadable, other: Unreadable): boolean {
  if ((one.page === undefined) !== (other.page === undefined)) return one.page !== undefined
  return JSON.stringify(one) < JSON.stringify(other)
}
