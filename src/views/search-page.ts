import { SEARCH } from '../routes.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'

/** What the search page says of itself. */
export function searchHead(site: Site): PageHead {
  return { title: 'Search', description: `Search all guides and pages of ${site.name}.`, path: SEARCH }
}
