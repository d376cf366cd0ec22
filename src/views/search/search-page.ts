import { pageAt, SEARCH } from '../../routes.ts'
import type { PageHead } from '../site/head.ts'
import { isOwn, isSource } from './search-languages.ts'
import type { Site } from '../site/site.ts'
import { languageNames } from '../site/formats.ts'

/** What the search page says of itself. */
export function searchHead(site: Site): PageHead {
  return { title: site.words.say('search.title'), description: site.words.say('search.description', { site: site.name }), path: SEARCH }
}

/** True for a language that finds only what it has in its own words. */
export const findsOwnOnly = ({ config, lang, sourceLang }: Site): boolean => config.fallback === 'hide' && lang !== sourceLang

/** The languages that a search can be asked in, the source's first, with spaces between them; undefined where there is one. */
export const languagesOf = ({ languages }: Site): string | undefined => (languages.length > 1 ? languages.join(' ') : undefined)

/** The search for all that has a value of a filter. */
export const searchFor = (site: Site, filter: 'category' | 'tag', value: string): string =>
  `${pageAt(site, SEARCH)}?${new URLSearchParams({ [filter]: value }).toString()}`

/** The search in the source's language, from a language in which some of its guides are missing; undefined where none is. */
export async function sourceSearch(site: Site): Promise<{ language: string; href: string } | undefined> {
  if (isSource(site)) return undefined
  const source = await site.in(site.sourceLang)
  if ([...source.catalog.guides.keys()].every((guideid) => isOwn(site, { kind: 'guide', guideid }))) return undefined
  const language = languageNames(site.words.lang).of(site.sourceLang) ?? site.sourceLang
  return { language, href: pageAt(source, SEARCH) }
}
