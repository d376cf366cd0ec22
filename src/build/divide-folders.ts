import type { CacheReader } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { nameIn } from '../model/names.ts'
import { isCrowded } from '../routes/crowded.ts'
import { divideFolders, MEDIA } from '../routes/divided.ts'
import { allTags } from '../views/tag/tag.ts'
import { site as openedSite, type Site } from '../views/site/site.ts'

/**
 * Divides folders that would be too large for a USB stick, for sites that may be copied to one: those with relative links. Redirects of
 * hosts could not express the new paths. Must be called before the first path is made.
 */
export async function divideCrowdedFolders({ links, target }: Config, cache: CacheReader): Promise<void> {
  divideFolders(links === 'relative' && target.length === 0 ? await crowdedFolders(await openedSite(), cache) : [])
}

/** The folders of a site, of one kind of page or of media, with too many files for a USB stick. */
async function crowdedFolders(site: Site, cache: Pick<CacheReader, 'mediaNames'>): Promise<string[]> {
  const { guides, categories, users, teams, wikis } = site.catalog
  const tags = (await allTags(site)).map(({ tag }) => tag)
  const named = (folder: string, titles: Iterable<string>) => new Set(Array.from(titles, (title) => nameIn(folder, title)))
  const idsAnd = (folder: string, ids: Iterable<number>, titles: Iterable<string>) =>
    new Set([...Array.from(ids, String), ...named(folder, titles)])
  const pages: Record<string, Iterable<string>> = {
    guide: Array.from(guides.keys(), String),
    category: named('category', categories.keys()),
    tag: named('tag', tags),
    user: idsAnd('user', users.keys(), wikis.USER.keys()),
    team: idsAnd('team', teams.keys(), wikis.TEAM.keys()),
    wiki: named('wiki', wikis.WIKI.keys()),
    info: named('info', wikis.INFO.keys()),
    item: named('item', wikis.ITEM.keys()),
  }
  const crowded = Object.entries(pages).flatMap(([folder, names]) => (isCrowded(names) ? [folder] : []))
  return site.config.mediaBase === '' && cache.mediaNames().some(isCrowded) ? [...crowded, MEDIA] : crowded
}
