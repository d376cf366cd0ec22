import { bestFor } from '../../titles/best.ts'
import { factsOf, titleKey } from '../../titles/title.ts'
import { pageAt } from '../../../trusted/place.ts'
import type { Hit } from '../engine/hit.ts'
import { indexFolder, loadIndexList, type SearchPlace } from '../engine/search-place.ts'
import { type FindTitles, type FoundTitle, openTitles } from './title-index.ts'

/**
 * Finds pages by title on sites so large that searching texts takes a while. Files are loaded on first use; failed loads are retried on the
 * next.
 */
export function titleSearch(place: SearchPlace) {
  let opening: Promise<Opened[]> | undefined

  /** True if the site has title files. Throws when that cannot be determined. */
  const isAvailable = (): Promise<boolean> => ask((indexes) => indexes.length > 0)

  /** The best `count` pages for a text; none without title files. Throws when they cannot be loaded. */
  const find = (text: string, count: number): Promise<Hit[]> => ask((indexes) => findIn(indexes, text, count))

  /** After a failure everything is opened again: the site may have changed. */
  async function ask<T>(question: (indexes: readonly Opened[]) => T | Promise<T>): Promise<T> {
    try {
      return await question(await (opening ??= openAll(place)))
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  async function findIn(indexes: readonly Opened[], text: string, count: number): Promise<Hit[]> {
    if (!titleKey(text)) return []
    const found = new Map<string, FoundTitle>()
    for (const { findTitles, isTranslation } of indexes)
      for (const one of await findTitles(text, count))
        // The first titles are those of the page's language.
        if (!found.has(one.path) && (isTranslation || !one.translatedInto.includes(place.lang))) found.set(one.path, one)
    const titled = new Map([...found.values()].map((one) => [{ title: one.title, facts: factsOf(one) }, one]))
    return bestFor(text, titled.keys(), count)
      .flatMap((best) => titled.get(best) ?? [])
      .map((one) => hitOf(one, place.base))
  }

  return { isAvailable, find }
}

/** All boxes of a page share its titles. */
let shared: ReturnType<typeof titleSearch> | undefined

export const titlesAt = (place: SearchPlace) => (shared ??= titleSearch(place))

interface Opened {
  findTitles: FindTitles
  isTranslation: boolean
}

async function openAll(place: SearchPlace): Promise<Opened[]> {
  const { lang, ownOnly } = place
  const folder = indexFolder(place)
  const entries = await loadIndexList(place)
  const asked = entries.filter((entry) => (entry.isTranslation ? entry.lang === lang : !ownOnly))
  const opened = asked
    .sort((a, b) => Number(b.isTranslation) - Number(a.isTranslation))
    .map(async ({ titles, isTranslation }) =>
      titles === undefined ? [] : [{ findTitles: await openTitles(folder + titles), isTranslation }],
    )
  return (await Promise.all(opened)).flat()
}

const NOT_IN_TITLES = { excerpt: '', breadcrumb: '', image: '', modified: 0, sections: [], missingWords: [], synonyms: [] }

const hitOf = ({ title, path, kind, lang }: FoundTitle, base: string): Hit => ({
  href: pageAt(base + path.slice(1)),
  title,
  kind,
  lang,
  ...NOT_IN_TITLES,
})
