import type { SearchDocument } from '../search/document.ts'
import { listenToUnreadable, type Unreadable } from '../views/catalog/unreadable.ts'

/** What a build could not read, each record once a language, the same whichever page met it first. */
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

  /** True when the page of a document only says that it cannot be shown. */
  hasNoPageFor({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): boolean {
    return this.#pages.has(isTranslation ? `/${lang}${path}` : path)
  }

  /** True when some page only says that it cannot be shown. */
  get haveEmptyPages(): boolean {
    return this.#pages.size > 0
  }

  /** By kind and id. */
  list(): Unreadable[] {
    return inOrder([...this.#found.values()])
  }

  /** To be called when the build has ended. */
  close(): void {
    this.#stopListening()
  }
}

/** By kind and id. */
export function inOrder<T extends { kind: string; id: string; lang?: string }>(records: readonly T[]): T[] {
  const order = new Intl.Collator('en', { numeric: true })
  const nameOf = ({ kind, id, lang = '' }: T): string => `${kind} ${id} ${lang}`
  return records.toSorted((a, b) => order.compare(nameOf(a), nameOf(b)))
}

/** That there is no page of a record is the graver of two problems; of equal ones any will do, as long as it is always the same. */
function isWorse(one: Unreadable, other: Unreadable): boolean {
  if ((one.page === undefined) !== (other.page === undefined)) return one.page !== undefined
  return JSON.stringify(one) < JSON.stringify(other)
}
