import type { SearchDocument } from '../search/document.ts'
import { listenToUnreadable, type Unreadable } from '../views/catalog/unreadable.ts'

/** What a build could not read, each record once a language, in the order in which it was found. */
export class Troubles {
  readonly #found = new Map<string, Unreadable>()
  readonly #pages = new Set<string>()
  readonly #stopListening = listenToUnreadable((unreadable) => this.#add(unreadable))

  #add(unreadable: Unreadable): void {
    const { kind, id, lang = '', page } = unreadable
    if (page !== undefined) this.#pages.add(page)
    const name = JSON.stringify([kind, id, lang])
    // That there is no page of it is the graver of two troubles.
    if (page !== undefined || !this.#found.has(name)) this.#found.set(name, unreadable)
  }

  /** True when the page of a document only says that it cannot be shown. */
  hasNoPageFor({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): boolean {
    return this.#pages.has(isTranslation ? `/${lang}${path}` : path)
  }

  /** By kind and id. */
  list(): Unreadable[] {
    const order = new Intl.Collator('en', { numeric: true })
    const nameOf = ({ kind, id, lang = '' }: Unreadable): string => `${kind} ${id} ${lang}`
    return [...this.#found.values()].sort((a, b) => order.compare(nameOf(a), nameOf(b)))
  }

  /** To be called when the build has ended. */
  close(): void {
    this.#stopListening()
  }
}
