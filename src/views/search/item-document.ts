import type { WikiRef } from '../../model/ref.ts'
import type { SearchDocument } from '../../search/document.ts'
import { itemTitle } from '../item/item-of.ts'
import type { Site } from '../site/site.ts'
import { common, wikiParts } from './document-parts.ts'

/** A tool or part without a page at the service: indexed by its name and its list entry. */
export async function itemDocument(site: Site, ref: WikiRef): Promise<SearchDocument> {
  const title = itemTitle(site, ref.title)
  return {
    ...(await common(site, ref, title, undefined, '')),
    ...(await wikiParts(site, ref, undefined)),
    filters: { kind: 'item', category: [], tag: [] },
    rank: 2,
  }
}
