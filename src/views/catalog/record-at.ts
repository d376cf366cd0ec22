import type { Namespace } from '../../model/ref.ts'
import { type PageRef, pathOf } from '../../routes.ts'
import { inFolders } from '../../routes/divided.ts'
import type { Catalog } from './catalog.ts'
import { guideKey, wikiKey } from '../site/links.ts'
import type { Site } from '../site/site.ts'
import { allTags } from './tag-index.ts'
import type { Unreadable } from './unreadable.ts'

const NAMESPACES: Readonly<Record<string, Namespace>> = { wiki: 'WIKI', info: 'INFO', item: 'ITEM' }

/** The record that the page at a path is about; undefined if none. */
export async function refAt({ catalog, ...site }: Site, path: string): Promise<PageRef | undefined> {
  const [, folder = '', name = ''] = path.split('/')
  if (folder === 'guide') return { kind: 'guide', guideid: Number(name) }
  if (folder === 'user' && name !== '') return { kind: 'user', userid: Number(name) }
  if (folder === 'team' && /^\d+$/.test(name)) return { kind: 'team', teamid: Number(name) }
  if (folder === 'tag') return tagAt({ ...site, catalog }, inFolders(`/${folder}/${name}/`))
  const namespace = folder === 'category' ? 'CATEGORY' : NAMESPACES[folder]
  return namespace && wikiAt(catalog, namespace, inFolders(`/${folder}/${name}/`))
}

async function tagAt(site: Site, path: string): Promise<PageRef | undefined> {
  for (const { tag } of await allTags(site)) if (pathOf({ kind: 'tag', tag }) === path) return { kind: 'tag', tag }
  return undefined
}

function wikiAt(catalog: Catalog, namespace: Namespace, path: string): PageRef | undefined {
  const titles = namespace === 'CATEGORY' ? catalog.categories : catalog.wikis[namespace]
  for (const { title } of titles.values()) {
    const ref = { kind: 'wiki', namespace, title } as const
    if (pathOf(ref) === path) return ref
  }
  return undefined
}

/** The kind and id of a record in the crawl report. */
export function recordOf(site: Site, ref: PageRef): Pick<Unreadable, 'kind' | 'id' | 'lang'> {
  switch (ref.kind) {
    case 'guide':
      return guideKey(site, ref.guideid)
    case 'user':
      return { kind: 'user', id: String(ref.userid) }
    case 'team':
      return { kind: 'team', id: String(ref.teamid) }
    case 'tag':
      return { kind: 'tag', id: ref.tag }
    case 'wiki':
      return wikiKey(site, ref)
  }
}
