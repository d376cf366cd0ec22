import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { type AppList, listFile, readList } from '../../app/list.ts'
import { lengthInName, mediaOf, needsOf } from '../../app/page-parts.ts'
import { SUM_LENGTH } from '../../app/shell.ts'
import type { SiteFiles } from '../../publish/overlay.ts'
import { listingPage, pathOf, withBase } from '../../routes.ts'
import { INDEX_FOLDER, INDEX_LIST, type IndexEntry, titleFolder } from '../../search/index-list.ts'
import { findsOwnOnly } from '../../views/search/search-page.ts'
import type { Site } from '../../views/site/site.ts'
import type { MadePages } from '../made-pages.ts'
import type { PreviousSite } from '../state/previous-site.ts'
import { sumOfFile } from './worker-file.ts'

/** Pages between two turns of the event loop. */
const TURN = 50
/** What a search needs in addition to its index, the page of downloads, and a guide in one file. */
const BESIDE = ['search/index.html', 'search/words.json', 'kept/index.html', 'kept/words.json']

export interface ListHooks {
  /** The previous site, whose lists contain the same for a kept page. */
  previous?: Pick<PreviousSite, 'textOf'> | undefined
  made: Pick<MadePages, 'kept' | 'hashes'>
  /** Where a media file is, if not in the site. */
  mediaAt?: (file: string) => string
  signal?: AbortSignal | undefined
}

/** The pages of a list by their paths, relative to the site's root. */
type ListedPages = AppList['pages']

/** The pages that can be downloaded from the site, by language. Must run after all pages and their media. */
export async function listedPages(files: SiteFiles, source: Site, hooks: ListHooks): Promise<ReadonlyMap<string, ListedPages>> {
  const listed = new Map<string, ListedPages>()
  for (const lang of source.languages) listed.set(lang, await pagesOf(files, await source.in(lang), hooks))
  return listed
}

/**
 * Writes for each language what can be downloaded from the site, with hashes and sizes: pages as given, and the search, which must be
 * finished. Returns the lists' ids.
 */
export async function writeLists(
  files: SiteFiles,
  source: Site,
  listed: ReadonlyMap<string, ListedPages>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  await mkdir(files.at('app'), { recursive: true })
  for (const [lang, pages] of listed) {
    const site = await source.in(lang)
    const { mediaBase } = site.config
    const list = {
      ...(mediaBase !== '' && { mediaBase }),
      pages,
      categories: categoriesOf(pages, site),
      search: await searchOf(files, site),
    }
    const id = (ids[lang] = hash('sha256', JSON.stringify(list)).slice(0, SUM_LENGTH))
    await writeFile(files.at(listFile(lang)), JSON.stringify({ id, ...list } satisfies AppList))
  }
  return ids
}

/** The folder of a language relative to the site's root, with a trailing slash; '' for the source's. */
const prefixOf = ({ base, root }: Site): string => withBase(base, '/').slice(withBase(root, '/').length)

async function pagesOf(files: SiteFiles, site: Site, { previous, made, mediaAt = files.at, signal }: ListHooks): Promise<ListedPages> {
  const prefix = prefixOf(site)
  const listed = previous?.textOf(listFile(site.lang))
  const before: ListedPages = listed === undefined ? {} : readList(listed).pages
  const isSame = (path: string): boolean => made.kept.get(`${path}index.html`)?.every(lengthInName) ?? false
  const pages: Record<string, ListedPages[string]> = {}
  for (const kind of ['guide', 'item', 'category'])
    for (const [at, path] of (await pagesBelow(files, `${prefix}${kind}`)).entries()) {
      if (at % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      pages[path] =
        (isSame(path) ? before[path] : undefined) ??
        entryOf({ at: files.at, mediaAt, hashes: made.hashes }, path, withBase(site.root, '/'), kind === 'guide')
    }
  return pages
}

/** The pages of a kind in a language, sorted by name. */
async function pagesBelow({ below }: SiteFiles, folder: string): Promise<string[]> {
  const files = await Array.fromAsync(below(folder))
  const pages = files.filter((file) => PAGE.test(file.slice(folder.length)))
  return pages.map((file) => file.slice(0, -INDEX.length)).sort()
}

const INDEX = 'index.html'
/** A page of a kind, or a further page of its list. */
const PAGE = /^\/[^/]+\/(?:page\/[^/]+\/)?index\.html$/

function entryOf(
  { at, mediaAt, hashes }: Record<'at' | 'mediaAt', (file: string) => string> & Pick<MadePages, 'hashes'>,
  path: string,
  base: string,
  hasNeeds: boolean,
): ListedPages[string] {
  const bytes = readFileSync(at(path + INDEX))
  const html = bytes.toString('latin1')
  const media = mediaOf(html).reduce((sum, { file }) => sum + (lengthInName(file) || sizeOf(mediaAt(file))), 0)
  const needs = hasNeeds ? needsOf(html, base) : []
  const sum = (hashes.get(path + INDEX) ?? hash('sha256', bytes)).slice(0, SUM_LENGTH)
  return needs.length > 0 ? [sum, bytes.length, media, needs] : [sum, bytes.length, media]
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function categoriesOf(pages: ListedPages, site: Site): AppList['categories'] {
  const prefix = prefixOf(site)
  const categories: Record<string, string[]> = {}
  const pathIn = (path: string): string => prefix + path.slice(1)
  for (const { title, children, guideids } of site.catalog.categories.values()) {
    const path = pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })
    const further: string[] = []
    for (let page = 2; pages[pathIn(listingPage(path, page))]; page++) further.push(pathIn(listingPage(path, page)))
    categories[pathIn(path)] = [
      ...further,
      ...children.map((child) => pathIn(pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: child.title }))),
      ...guideids.map((guideid) => pathIn(pathOf({ kind: 'guide', guideid }))),
    ]
  }
  return categories
}

/** The index files that pages of a language search: see search/page/engine/indexes.ts. */
async function searchOf(files: SiteFiles, site: Site): Promise<AppList['search']> {
  const indexes = JSON.parse(readFileSync(files.at(`${INDEX_FOLDER}/${INDEX_LIST}`), 'utf8')) as IndexEntry[]
  const asked = indexes.filter(({ isTranslation, lang }) => (isTranslation ? lang === site.lang : !findsOwnOnly(site)))
  const titles = asked.map(({ lang, isTranslation }) => `${INDEX_FOLDER}/${titleFolder(lang, isTranslation)}`)
  const heads = asked.flatMap((one) => (one.heads ? [`${INDEX_FOLDER}/${one.heads}`] : []))
  const wanted: string[] = ['one-file.json', ...BESIDE.map((file) => prefixOf(site) + file)]
  for await (const file of files.below(INDEX_FOLDER)) {
    const isOf = (folder: string): boolean => asked.some((one) => `${INDEX_FOLDER}/${one.folder}` === folder)
    const [, folder = ''] = /^(.*\/)(?:index|filter|fragment)\/[^/]+$/.exec(file) ?? []
    const isShared = /^[^/]+$/.test(file.slice(INDEX_FOLDER.length + 1)) && !file.includes('.pf_meta')
    const isOfTitles = titles.some((one) => file.startsWith(one))
    if (isOf(folder) || isShared || isOfTitles || heads.some((one) => file.startsWith(one)) || file.startsWith(`${INDEX_FOLDER}/words/`))
      wanted.push(file)
  }
  return wanted.sort().flatMap((file) => {
    const sum = sumOfFile(files, file)
    return sum === undefined ? [] : [[file, sizeOf(files.at(file)), sum] as const]
  })
}
