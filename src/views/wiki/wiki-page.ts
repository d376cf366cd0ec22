import { ContentError } from '../../errors.ts'
import type { Namespace, WikiRef } from '../../model/ref.ts'
import { toText } from '../../render/to-html.ts'
import { nameIn } from '../../model/names.ts'
import { HOME, pageAt, pathOf } from '../../routes.ts'
import { describe, type PageHead } from '../site/head.ts'
import { writtenIn } from '../site/links.ts'
import type { Site } from '../site/site.ts'
import { readWiki, wikiContent, type WikiContent } from './wiki.ts'

/** The namespaces whose wikis have pages of their own kind; categories, teams and users have theirs. */
const PAGE_NAMESPACES = ['WIKI', 'INFO', 'ITEM'] as const satisfies Namespace[]
type PageNamespace = (typeof PAGE_NAMESPACES)[number]
type PageRef = WikiRef & { namespace: PageNamespace }

export interface WikiPage extends WikiContent {
  head: PageHead
  kind: string
}

/** The pages of one kind: their last path word and their title. */
export function wikiPaths(site: Site): { namespace: string; name: string; ref: PageRef }[] {
  return PAGE_NAMESPACES.flatMap((namespace) =>
    [...site.catalog.wikis[namespace].values()]
      .filter(({ stored }) => stored)
      .map(({ title }) => ({
        namespace: namespace.toLowerCase(),
        name: nameIn(namespace.toLowerCase(), title),
        ref: { kind: 'wiki', namespace, title } as const,
      })),
  )
}

/** Throws a {@link ContentError} when the wiki is not in the cache. */
export async function wikiPage(site: Site, ref: PageRef): Promise<WikiPage> {
  const wiki = await readWiki(site, ref)
  if (!wiki)
    throw new ContentError(`The wiki ${ref.namespace} "${ref.title}" is not in the cache. Crawl again.`, {
      code: 'ERR_RECORD_MISSING',
      record: ref.title,
    })
  const content = await wikiContent(site, wiki)
  return {
    ...content,
    kind: site.words.say(`wiki.${ref.namespace}`),
    head: {
      title: content.title,
      description: describe(content.description || toText(content.text)),
      path: pathOf(ref),
      ref,
      written: writtenIn(site, ref),
      picture: content.picture?.src,
      isPrivate: content.private,
      crumbs: [
        { title: site.words.say('site.home'), href: pageAt(site, HOME) },
        { title: content.title, lang: content.lang },
      ],
    },
  }
}
