/** The languages of each record's translations, as shared arrays: 61,000 guides in 12 languages have a few hundred combinations. */
export class LanguageSets<Id> {
  readonly #sets = new Map<Id, readonly string[]>()
  readonly #known = new Map<string, readonly string[]>()

  add(id: Id, lang: string): void {
    const langs = [...this.of(id), lang].sort()
    const name = langs.join(' ')
    const same = this.#known.get(name)
    if (!same) this.#known.set(name, langs)
    this.#sets.set(id, same ?? langs)
  }

  of(id: Id): readonly string[] {
    return this.#sets.get(id) ?? NONE
  }
}

const NONE: readonly string[] = []
