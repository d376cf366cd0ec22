import { pageAt, type PageRef, SEARCH } from '../../routes.ts'
import type { PageHead } from '../site/head.ts'
import type { Site } from '../site/site.ts'
import { languageNames } from '../site/formats.ts'
import { hasPage } from '../catalog/catalog.ts'
import { guideKey, wikiKey } from '../site/links.ts'
import { wikiName } from '../catalog/names.ts'

/** The metadata of the search page. */
export function searchHead(site: Site): PageHead {
  return { title: site.words.say('search.title'), description: site.words.say('search.description', { site: site.name }), path: SEARCH }
}

/** True for a language whose search covers only its own content. */
export const findsOwnOnly = ({ config, lang, sourceLang }: Site): boolean => config.fallback === 'hide' && lang !== sourceLang

/** The search languages, the source language first, separated by spaces; undefined if there is only one. */
export const languagesOf = ({ languages }: Site): string | undefined => (languages.length > 1 ? languages.join(' ') : undefined)

/** A search for all pages with a value of a filter. */
export const searchFor = (site: Site, filter: 'category' | 'kind' | 'tag', value: string): string =>
  `${pageAt(site, SEARCH)}?${new URLSearchParams({ [filter]: value }).toString()}`

/** The search in the source language, offered in a language that lacks some of its guides; undefined if none is missing. */
export async function sourceSearch(site: Site): Promise<{ language: string; href: string } | undefined> {
  if (isSource(site)) return undefined
  const source = await site.in(site.sourceLang)
  if ([...source.catalog.guides.keys()].every((guideid) => isOwn(site, { kind: 'guide', guideid }))) return undefined
  const language = languageNames(site.words.lang).of(site.sourceLang) ?? site.sourceLang
  return { language, href: pageAt(source, SEARCH) }
}

export const isSource = ({ lang, sourceLang }: Site): boolean => lang === sourceLang

/**
 * True if the page is in the index of its language: the text or, for a category, the title is translated. A language that omits
 * untranslated content searches only its own index, which contains all its pages.
 */
export function isOwn(site: Site, ref: PageRef): boolean {
  if (isSource(site)) return true
  if (site.config.fallback === 'hide') return hasPage(site.catalog, ref)
  if (ref.kind === 'guide') return guideKey(site, ref.guideid).lang !== undefined
  return ref.kind === 'wiki' && (wikiKey(site, ref).lang !== undefined || wikiName(site, ref) !== undefined)
}

/** The other languages whose indexes contain the page. */
export async function languagesOwning(site: Site, ref: PageRef): Promise<string[]> {
  const others = await Promise.all(site.languages.slice(1).map((lang) => site.in(lang)))
  return others.filter((other) => isOwn(other, ref)).map(({ lang }) => lang)
}
