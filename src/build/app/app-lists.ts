import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type AppList, listFile, readList } from '../../app/list.ts'
import { lengthInName, mediaOf, needsOf } from '../../app/page-parts.ts'
import { SUM_LENGTH } from '../../app/shell.ts'
import { isMissing } from '../../disk/atomic.ts'
import { filesBelow } from '../../disk/files-below.ts'
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
  made: Pick<MadePages, 'kept'>
  /** The folder of the media, if it is not the site's. */
  mediaRoot?: string
  signal?: AbortSignal | undefined
}

/**
 * Writes for each language what can be downloaded from the site, with hashes and sizes. Must run after all pages and the search. Returns
 * the lists' ids.
 */
export async function writeLists(folder: string, source: Site, hooks: ListHooks): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  await mkdir(join(folder, 'app'), { recursive: true })
  for (const lang of source.languages) {
    const site = await source.in(lang)
    const { mediaBase } = site.config
    const list = {
      ...(mediaBase !== '' && { mediaBase }),
      pages: await pagesOf(folder, site, hooks),
      categories: categoriesOf(folder, site),
      search: await searchOf(folder, site),
    }
    const id = (ids[lang] = hash('sha256', JSON.stringify(list)).slice(0, SUM_LENGTH))
    await writeFile(join(folder, listFile(lang)), JSON.stringify({ id, ...list } satisfies AppList))
  }
  return ids
}

/** The folder of a language relative to the site's root, with a trailing slash; '' for the source's. */
const prefixOf = ({ base, root }: Site): string => withBase(base, '/').slice(withBase(root, '/').length)

async function pagesOf(folder: string, site: Site, { previous, made, mediaRoot = folder, signal }: ListHooks): Promise<AppList['pages']> {
  const prefix = prefixOf(site)
  const listed = previous?.textOf(listFile(site.lang))
  const before: AppList['pages'] = listed === undefined ? {} : readList(listed).pages
  const isSame = (path: string): boolean => made.kept.get(`${path}index.html`)?.every(lengthInName) ?? false
  const pages: Record<string, AppList['pages'][string]> = {}
  for (const kind of ['guide', 'item', 'category'])
    for (const [at, path] of pagesBelow(folder, `${prefix}${kind}/`).entries()) {
      if (at % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      pages[path] =
        (isSame(path) ? before[path] : undefined) ?? entryOf({ folder, mediaRoot }, path, withBase(site.root, '/'), kind === 'guide')
    }
  return pages
}

/** The pages of a kind in a language, sorted by name. */
function pagesBelow(folder: string, below: string): string[] {
  try {
    const entries = readdirSync(join(folder, below), { withFileTypes: true })
    const names = entries.filter((entry) => entry.isDirectory() && existsSync(join(folder, below, entry.name, 'index.html')))
    const paths = names.map(({ name }) => `${below}${name}/`)
    const further = paths.flatMap((path) => pagesBelow(folder, `${path}page/`))
    return [...paths, ...further].sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function entryOf(
  { folder, mediaRoot }: { folder: string; mediaRoot: string },
  path: string,
  base: string,
  hasNeeds: boolean,
): AppList['pages'][string] {
  const bytes = readFileSync(join(folder, path, 'index.html'))
  const html = bytes.toString('latin1')
  const media = mediaOf(html).reduce((sum, { file }) => sum + (lengthInName(file) || sizeOf(join(mediaRoot, file))), 0)
  const needs = hasNeeds ? needsOf(html, base) : []
  const sum = hash('sha256', bytes).slice(0, SUM_LENGTH)
  return needs.length > 0 ? [sum, bytes.length, media, needs] : [sum, bytes.length, media]
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function categoriesOf(folder: string, site: Site): AppList['categories'] {
  const prefix = prefixOf(site)
  const categories: Record<string, string[]> = {}
  const pathIn = (path: string): string => prefix + path.slice(1)
  for (const { title, children, guideids } of site.catalog.categories.values()) {
    const path = pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })
    const further: string[] = []
    for (let page = 2; existsSync(join(folder, pathIn(listingPage(path, page)), 'index.html')); page++)
      further.push(pathIn(listingPage(path, page)))
    categories[pathIn(path)] = [
      ...further,
      ...children.map((child) => pathIn(pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: child.title }))),
      ...guideids.map((guideid) => pathIn(pathOf({ kind: 'guide', guideid }))),
    ]
  }
  return categories
}

/** The index files that pages of a language search: see search/page/engine/indexes.ts. */
async function searchOf(folder: string, site: Site): Promise<AppList['search']> {
  const indexes = JSON.parse(readFileSync(join(folder, INDEX_FOLDER, INDEX_LIST), 'utf8')) as IndexEntry[]
  const asked = indexes.filter(({ isTranslation, lang }) => (isTranslation ? lang === site.lang : !findsOwnOnly(site)))
  const titles = asked.map(({ lang, isTranslation }) => `${INDEX_FOLDER}/${titleFolder(lang, isTranslation)}`)
  const heads = asked.flatMap((one) => (one.heads ? [`${INDEX_FOLDER}/${one.heads}`] : []))
  const files: string[] = ['one-file.json', ...BESIDE.map((file) => prefixOf(site) + file)]
  for await (const file of filesBelow(folder, INDEX_FOLDER)) {
    const isOf = (folder: string): boolean => asked.some((one) => `${INDEX_FOLDER}/${one.folder}` === folder)
    const [, folder = ''] = /^(.*\/)(?:index|filter|fragment)\/[^/]+$/.exec(file) ?? []
    const isShared = /^[^/]+$/.test(file.slice(INDEX_FOLDER.length + 1)) && !file.includes('.pf_meta')
    const isOfTitles = titles.some((one) => file.startsWith(one))
    if (isOf(folder) || isShared || isOfTitles || heads.some((one) => file.startsWith(one)) || file.startsWith(`${INDEX_FOLDER}/words/`))
      files.push(file)
  }
  return files.sort().flatMap((file) => {
    const sum = sumOfFile(folder, file)
    return sum === undefined ? [] : [[file, sizeOf(join(folder, file)), sum] as const]
  })
}
