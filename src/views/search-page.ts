import { SEARCH } from '../routes.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'

/** What the search page says of itself. */
export function searchHead(site: Site): PageHead {
  return { title: site.words.say('search.title'), description: site.words.say('search.description', { site: site.name }), path: SEARCH }
}
