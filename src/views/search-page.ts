import { SEARCH, withBase } from '../routes.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'

/** What the search page says of itself. */
export function searchHead(site: Site): PageHead {
  return { title: site.words.say('search.title'), description: site.words.say('search.description', { site: site.name }), path: SEARCH }
}

/** True for a language that finds only what it has in its own words. */
export const findsOwnOnly = ({ config, lang, sourceLang }: Site): boolean => config.fallback === 'hide' && lang !== sourceLang

/** The search for all that has a value of a filter. */
export const searchFor = (site: Site, filter: 'category' | 'tag', value: string): string =>
  `${withBase(site.base, SEARCH)}?${new URLSearchParams({ [filter]: value }).toString()}`
