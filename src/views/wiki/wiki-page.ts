import { notCached } from '../catalog/records.ts'
import type { Namespace, WikiRef } from '../../model/ref.ts'
import { toText } from '../../render/to-html.ts'
import { nameIn } from '../../model/names.ts'
import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import { HOME, listingPage, pageAt, pathOf } from '../../routes.ts'
import { leadOf } from '../catalog/card.ts'
import { itemOfPage, wikiName } from '../catalog/names.ts'
import { pagedTitle, pageParams } from '../catalog/paging.ts'
import { isPrivate } from '../catalog/catalog.ts'
import { toolsAt } from '../item/tools.ts'
import { usedIn } from '../item/used-in.ts'
import { describe, type PageHead } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import { originalOf, writtenIn } from '../site/links.ts'
import type { Site } from '../site/site.ts'
import { originalPath, readWiki, wikiContent } from './wiki.ts'

/** The namespaces whose wikis have a plain page each; categories, tools and parts, teams and users have their own kinds of pages. */
const PAGE_NAMESPACES = ['WIKI', 'INFO'] as const satisfies Namespace[]
type PageRef = WikiRef & { namespace: (typeof PAGE_NAMESPACES)[number] | 'ITEM' }

/** The paths of wiki pages: their last two segments. */
export const wikiPaths = ({ catalog }: Site): { namespace: string; name: string; ref: PageRef }[] =>
  PAGE_NAMESPACES.flatMap((namespace) =>
    [...catalog.wikis[namespace].values()]
      .filter(({ stored }) => stored)
      .map(({ title }) => ({
        namespace: namespace.toLowerCase(),
        name: nameIn(namespace.toLowerCase(), title),
        ref: { kind: 'wiki', namespace, title },
      })),
  )

/** The paths of tool and part pages: their last segment and page number, since they list the guides that name them. */
export const itemPaths = (site: Site): { name: string; page: string | undefined; ref: PageRef }[] =>
  [...site.catalog.wikis.ITEM.values()]
    .filter(({ stored, isMade }) => stored || isMade)
    .flatMap(({ title }) =>
      pageParams(itemOfPage(site, { title })?.guideids.length ?? 0).map((page) => ({
        name: nameIn('item', title),
        page,
        ref: { kind: 'wiki', namespace: 'ITEM', title },
      })),
    )

/** Throws a {@link ContentError} if the wiki is not in the cache. */
export async function wikiPage(site: Site, ref: PageRef, page = 1) {
  const record = await readWiki(site, ref)
  const entry = site.catalog.wikis[ref.namespace].get(canonicalTitle(ref.title))
  if (!record && !entry?.isMade) throw notCached(`The wiki ${ref.namespace} "${ref.title}"`, ref.title)
  const wiki = record && page === 1 ? await wikiContent(site, record) : undefined
  const name = wikiName(site, ref)
  const title = wiki?.title ?? name ?? (record?.display_title || entry?.display_title || visibleTitle(ref.title))
  const titleLang = record ? foreignLang(site, record.langid || site.sourceLang) : foreignLang(site, name ? site.lang : site.sourceLang)
  const lead = wiki ? wiki.description : record ? '' : await leadOf(site, ref, undefined)
  const said = wiki ? wiki.description || toText(wiki.text) : lead
  const path = pathOf(ref)
  return {
    kind: site.words.say(`wiki.${ref.namespace}`),
    title,
    /** The title's language if it differs from the page's. */
    titleLang,
    lead,
    /** On the first page, unless it is a tool or part without a page at the service. */
    wiki,
    /** The guides that name the tool or part. */
    usedIn: ref.namespace === 'ITEM' ? usedIn(site, ref, page) : undefined,
    /** The page that finds guides by tools; undefined if there is none. */
    tools: ref.namespace === 'ITEM' ? toolsAt(site) : undefined,
    original: record ? originalOf(site, originalPath(record)) : originalOf(site, itemOfPage(site, ref)?.url ?? ''),
    head: {
      title: pagedTitle(site, title, page),
      description: describe(said || (ref.namespace === 'ITEM' ? site.words.say('item.description', { item: title }) : '')),
      path: listingPage(path, page),
      ref,
      written: writtenIn(site, ref),
      picture: wiki?.picture?.src,
      isPrivate: isPrivate(site, ref),
      crumbs: [
        { title: site.words.say('site.home'), href: pageAt(site, HOME) },
        { title, lang: titleLang },
      ],
    } satisfies PageHead,
  }
}
