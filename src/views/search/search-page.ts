import { pageAt, SEARCH } from '../../routes.ts'
import type { PageHead } from '../site/head.ts'
import { isOwn, isSource } from './search-languages.ts'
import type { Site } from '../site/site.ts'
import { languageNames } from '../site/formats.ts'

/** The metadata of the search page. */
export function searchHead(site: Site): PageHead {
  return { title: site.words.say('search.title'), description: site.words.say('search.description', { site: site.name }), path: SEARCH }
}

/** True for a language whose search covers only its own content. */
export const findsOwnOnly = ({ config, lang, sourceLang }: Site): boolean => config.fallback === 'hide' && lang !== sourceLang

/** The search languages, the source language first, separated by spaces; undefined if there is only one. */
export const languagesOf = ({ languages }: Site): string | undefined => (languages.length > 1 ? languages.join(' ') : undefined)

/** A search for all pages with a value of a filter. */
export const searchFor = (site: Site, filter: 'category' | 'tag', value: string): string =>
  `${pageAt(site, SEARCH)}?${new URLSearchParams({ [filter]: value }).toString()}`

/** The search in the source language, offered in a language that lacks some of its guides; undefined if none is missing. */
export async function sourceSearch(site: Site): Promise<{ language: string; href: string } | undefined> {
  if (isSource(site)) return undefined
  const source = await site.in(site.sourceLang)
  if ([...source.catalog.guides.keys()].every((guideid) => isOwn(site, { kind: 'guide', guideid }))) return undefined
  const language = languageNames(site.words.lang).of(site.sourceLang) ?? site.sourceLang
  return { language, href: pageAt(source, SEARCH) }
}
