import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import { type PageRef, pathOf, withBase } from '../../routes.ts'
import { inFolders } from '../../routes/divided.ts'
import { teamName, userName } from '../people/author.ts'
import type { PageHead } from './head.ts'
import { foreignLang } from './lang.ts'
import { guideKey, originalOf, wikiKey } from './links.ts'
import { categoryName, guideName, titleOf, wikiName } from '../catalog/names.ts'
import { type Catalog, isPrivate } from '../catalog/catalog.ts'
import type { Site } from './site.ts'
import { type RecordName, reportUnreadable } from '../catalog/unreadable.ts'
import { originalPath } from '../wiki/wiki.ts'
import type { Namespace } from '../../model/ref.ts'
import { allTags } from '../tag/tag.ts'

/** What a page that could not be rendered shows without reading its record: the placeholder for an address (with the base), and the site in its language. `reason` is reported to the build, not to readers. */
export async function unreadablePage(source: Site, address: string, reason: string) {
  const whole = decodeURI(address).slice(withBase(source.root, '').length)
  const [, first = ''] = whole.split('/')
  const isTranslation = first !== source.sourceLang && source.languages.includes(first)
  const site = isTranslation ? await source.in(first) : source
  const path = isTranslation ? whole.slice(first.length + 1) : whole
  const ref = await refAt(site, path)
  reportUnreadable({ ...(ref ? recordOf(site, ref) : { kind: 'page', id: path }), reason, page: inFolders(whole) })
  const about = ref ? aboutOf(site, ref) : { kicker: '', title: site.name, lang: undefined, original: undefined }
  const note = site.words.say('page.unreadable')
  return {
    site,
    page: {
      head: {
        title: about.title,
        description: note,
        path: inFolders(path),
        ...(ref && { ref }),
        written: [site.lang],
        isEmpty: true,
      } satisfies PageHead,
      kicker: about.kicker,
      title: about.title,
      /** The title's language if it differs from the page's. */
      titleLang: about.lang,
      note,
      private: ref !== undefined && isPrivate(site, ref),
      original: about.original,
    },
  }
}

/** What lists and addresses say about a record. */
function aboutOf(site: Site, ref: PageRef) {
  const { catalog, words } = site
  switch (ref.kind) {
    case 'guide': {
      const { guideid } = ref
      const entry = catalog.guides.get(guideid)
      const title = titleOf(site, { guideid, title: entry ? guideName(site, entry) : '' })
      const lang = foreignLang(site, (site.titles.guides.has(guideid) ? site.lang : entry?.lang) || site.sourceLang)
      return { kicker: words.say('guide.title'), title, lang, original: originalOf(site, `/Guide/-/${guideid}`) }
    }
    case 'user': {
      const title = userName(site, ref.userid)
      return { kicker: words.say('user.title'), title, lang: undefined, original: originalOf(site, `/User/${ref.userid}`) }
    }
    case 'team': {
      const title = teamName(site, ref.teamid, catalog.teams.get(ref.teamid)?.name)
      return { kicker: words.say('team.title'), title, lang: undefined, original: originalOf(site, `/Team/${ref.teamid}`) }
    }
    case 'tag':
      return { kicker: words.say('tag.title'), title: ref.tag, lang: undefined, original: undefined }
    case 'wiki': {
      const { namespace, title } = ref
      const category = catalog.categories.get(canonicalTitle(title))
      const isCategory = namespace === 'CATEGORY'
      const shown = isCategory && category ? categoryName(site, category) : wikiName(site, ref)
      const listed = catalog.wikis[namespace].get(canonicalTitle(title))?.display_title
      const kicker = words.say(isCategory ? 'category.title' : `wiki.${namespace as 'WIKI' | 'INFO' | 'ITEM'}`)
      const lang = foreignLang(site, wikiName(site, ref) === undefined ? site.sourceLang : site.lang)
      return { kicker, title: shown || listed || visibleTitle(title), lang, original: originalOf(site, originalPath(ref)) }
    }
  }
}

const NAMESPACES: Readonly<Record<string, Namespace>> = { wiki: 'WIKI', info: 'INFO', item: 'ITEM' }

/** The record that the page at a path is about; undefined if none. */
async function refAt({ catalog, ...site }: Site, path: string): Promise<PageRef | undefined> {
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
  const refs = [...titles.values()].map(({ title }) => ({ kind: 'wiki', namespace, title }) as const)
  return refs.find((ref) => pathOf(ref) === path)
}

/** The kind and id of a record in the crawl report. */
function recordOf(site: Site, ref: PageRef): RecordName {
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
