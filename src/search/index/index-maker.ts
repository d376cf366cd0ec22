import { mkdir, writeFile, rm } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import type { SearchDocument } from '../document.ts'
import { INDEX_FOLDER, INDEX_LIST, type IndexEntry, partOf, vocabularyFile } from '../index-list.ts'
import { languageFile, Lexicon } from '../page/plan/lexicon.ts'
import { masked, canonicalizeIndex, headsFile, takeProgram } from '../pagefind/canonical-index.ts'
import type { IndexHead } from '../pagefind/index-head.ts'
import { documentDigest, groupOf, type IndexedPage, titledPage } from './indexed-page.ts'
import { languageWords, type OwnSynonyms, wordsOnSite } from './language-words.ts'
import { countWords, PageWords, packNumbers, vocabularyOf } from './page-words.ts'
import { filesOfIndex } from './segment.ts'
import { markOf, writeTitles, type WrittenTitles } from './titles/title-files.ts'
import { ContentError } from '../../errors.ts'

/** An index as the next build needs to know it, in addition to its pages. */
export interface KnownEntry extends Pick<IndexEntry, 'lang' | 'isTranslation' | 'folder'> {
  /** The number of pages that it was made with. */
  pages: number
  /** True for an index that contains what was added after the others were made. */
  isRecent: boolean
}

/** The search index as the next build needs to know it, in addition to its pages: plain data. */
export interface KnownIndex {
  entries: readonly KnownEntry[]
  /** The files that contain the heads of all indexes, below `pagefind/`. */
  heads: readonly string[]
  /** The words that pages add to the vocabularies of their languages, see page-words.ts. */
  words: readonly string[]
  titles: WrittenTitles
}

export interface MakerOptions {
  synonyms?: OwnSynonyms | undefined
  /** Titles get files of their own if the pages of any language search at least this many documents. */
  titlesFrom: number
  /** Called with each document once it is indexed. */
  onIndexed?: (() => void) | undefined
  /** Copies the files of unchanged titles into the site; false if that is not possible. */
  keepTitles?: () => boolean
}

/** Indexes that the site already contains. */
export interface Before extends Pick<KnownIndex, 'entries' | 'words' | 'titles'> {
  /** By the folder of each index. */
  heads: ReadonlyMap<string, IndexHead>
}

/** Makes the files of a search index below `pagefind/` of a site, next to indexes that are already there. */
export function indexMaker(site: string, options: MakerOptions, earlier?: Before) {
  const home = join(site, INDEX_FOLDER)
  const made = [...(earlier?.entries ?? [])]
  const headOf = new Map(earlier?.heads)
  const pageWords = new PageWords(earlier?.words)

  /** Makes an index. */
  async function add(documents: readonly SearchDocument[], isRecent = false): Promise<IndexedPage[]> {
    const [{ lang, isTranslation } = { lang: '', isTranslation: false }] = documents
    const folder = nextFolder(lang)
    const words = new Map<SearchDocument, string>()
    const files = await filesOfIndex(documents, lang, {
      onGiven: (document) => words.set(document, packNumbers(pageWords.in(document))),
      onIndexed: () => options.onIndexed?.(),
    })
    const entry = { lang, isTranslation, folder, pages: documents.length }
    headOf.set(folder, await writeIndex(files, entry, home))
    made.push({ ...entry, isRecent })
    return documents.map((document, number) => ({
      ...titledPage(document),
      image: document.image,
      digest: documentDigest(document),
      words: words.get(document) ?? '',
      folder,
      number,
    }))
  }

  /** Writes the files that all indexes share. `pages` are all searchable pages, in document order. */
  async function finish(pages: readonly IndexedPage[]): Promise<KnownIndex> {
    await mkdir(join(home, 'words'), { recursive: true })
    await writeWords(pages)
    const published = listed(pages)
    const entries = [...published.keys()]
    const heads = await writeHeads(published, home)
    const titles = await updateTitles(pages, entries)
    await writeFile(join(home, INDEX_LIST), `${JSON.stringify(entries, null, 2)}\n`)
    return { entries: made, heads, words: pageWords.all, titles }
  }

  /** The list of indexes, with their heads, which say which pages are left. */
  function listed(pages: readonly IndexedPage[]): Map<IndexEntry, IndexHead> {
    const groups = Map.groupBy(pages, groupOf)
    const places = new Map([...groups.values()].flatMap((group) => group.map((page, place) => [page, place] as const)))
    if (earlier) {
      const order = [...groups.keys()]
      made.sort((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)))
    }
    const inEach = Map.groupBy(pages, (page) => page.folder)
    const moved = movedGroups(places)
    return new Map(
      made.map(({ lang, isTranslation, folder, isRecent }) => {
        const head = headOf.get(folder)
        if (!head) throw new TypeError(`The index ${folder} has no head.`)
        const here = inEach.get(folder) ?? []
        const left = new Map(here.map((page) => [page.number, places.get(page) ?? 0]))
        const entry = { lang, isTranslation, folder, pages: here.length }
        return [entry, masked(head, left, isRecent || moved.has(groupOf(entry)))]
      }),
    )
  }

  /** The groups whose pages are no longer in the order of their indexes. */
  function movedGroups(places: ReadonlyMap<IndexedPage, number>): Set<string> {
    const numberOf = new Map(made.map(({ folder, isRecent }, at) => [folder, isRecent ? undefined : at]))
    const moved = new Set<string>()
    const last = new Map<string, readonly [index: number, page: number]>()
    for (const page of places.keys()) {
      const index = numberOf.get(page.folder)
      if (index === undefined) continue
      const [lastIndex, lastPage] = last.get(groupOf(page)) ?? [-1, -1]
      if (index < lastIndex || (index === lastIndex && page.number < lastPage)) moved.add(groupOf(page))
      last.set(groupOf(page), [index, page.number])
    }
    return moved
  }

  async function updateTitles(pages: readonly IndexedPage[], entries: readonly IndexEntry[]): Promise<WrittenTitles> {
    const { titlesFrom, synonyms, keepTitles } = options
    const mark = markOf(pages)
    const before = earlier?.titles
    const written =
      mark === before?.mark && keepTitles?.() === true
        ? before
        : { mark, lists: await writeTitles(site, pages, titlesFrom, (lang) => languageWords(lang, synonyms).ignored) }
    for (const [part, list] of written.lists) {
      const first = entries.find((entry) => partOf(entry) === part)
      if (first) first.titles = list
    }
    return written
  }

  /** The first index is stored next to the folders of the others. */
  function nextFolder(lang: string): string {
    const taken = new Set(made.map(({ folder }) => folder))
    if (taken.size === 0) return ''
    let part = made.filter((entry) => entry.lang === lang).length + 1
    while (taken.has(`${lang}-${part}/`)) part++
    return `${lang}-${part}/`
  }

  async function writeWords(pages: readonly IndexedPage[]): Promise<void> {
    const counted = Array.from(
      Map.groupBy(pages, ({ lang }) => lang),
      ([lang, some]) => {
        const packed = some.map(({ words }) => words)
        return [lang, countWords(packed, pageWords.all)] as const
      },
    )
    const all = counted.flatMap(([, counts]) => counts.map(({ word }) => word))
    for (const [lang, counts] of counted) {
      const language = languageWords(lang, options.synonyms)
      const lexicon = new Lexicon([language])
      const vocabulary = vocabularyOf(counts, (word) => lexicon.isIgnored(word))
      await writeFile(join(home, vocabularyFile(lang)), JSON.stringify(vocabulary))
      await writeFile(join(home, languageFile(lang)), JSON.stringify(wordsOnSite(language, all)))
    }
  }

  return { add, finish }
}

/** Files that Pagefind writes for its own user interfaces, and its worker: see open-index.ts. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight|worker)\./

/**
 * Writes the files of one index below `folder`, its pages in packs, and returns its head. Pagefind's own `writeFiles` resolves while files
 * are still being written, which truncates files under load (https://github.com/Pagefind/pagefind/issues/1271).
 */
async function writeIndex(made: readonly { path: string; content: Uint8Array }[], entry: IndexEntry, folder: string): Promise<IndexHead> {
  const files = new Map(made.filter(({ path }) => !UNUSED.test(path)).map(({ path, content }) => [path, content]))
  const head = canonicalizeIndex(files)
  const lost = head.packs.reduce((left, [pages]) => left - pages, entry.pages)
  if (lost !== 0)
    throw new ContentError(`Pagefind left out ${lost} of ${entry.pages} pages of the index in ${entry.lang}.`, {
      code: 'ERR_SEARCH_INDEX',
    })
  for (const [path, content] of takeProgram(files)) await write(join(folder, path), content)
  for (const [path, content] of files) await write(join(folder, entry.folder, path), content)
  return head
}

/**
 * Writes the heads of indexes that are searched together into one file, named in the first entry of them. Returns the names of all files.
 */
async function writeHeads(heads: ReadonlyMap<IndexEntry, IndexHead>, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const together of Map.groupBy(heads, ([entry]) => partOf(entry)).values()) {
    const { name, bytes } = headsFile(new Map(together.map(([entry, head]) => [entry.folder, head])))
    await write(join(folder, name), bytes)
    names.push(name)
    const [[first] = []] = together
    if (first) first.heads = name
  }
  return names
}

async function write(target: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  // An existing file may also belong to the previous site.
  await rm(target, { force: true })
  await writeFile(target, content)
}
