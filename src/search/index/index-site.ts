import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { close, createIndex, type PagefindIndex } from 'pagefind'
import { ContentError, sentence, SystemError } from '../../errors.ts'
import { apartKeys } from '../apart.ts'
import { type SearchDocument, toSearchHtml } from '../document.ts'
import { languageWords, type OwnSynonyms } from './language-words.ts'
import { INDEX_FOLDER, INDEX_LIST, type IndexEntry } from '../index-list.ts'
import { languageFile, Lexicon } from '../page/plan/lexicon.ts'
import type { MadeHead } from '../pagefind/same-bytes.ts'
import { TitleGatherer } from './titles/title-gatherer.ts'
import { wordsOnSite } from './words-on-site.ts'
import { writeHeads, writeIndex } from './write-index.ts'
import { type ShardLimits, shardsOf } from './shards.ts'
import { isUnspaced } from '../unspaced.ts'
import { Vocabulary, vocabularyFile } from '../vocabulary.ts'

export interface IndexOptions {
  /**
   * Documents in one index at most. What a letter finds takes Pagefind the square of it (measured in a browser on pages of 500 words: 75 ms in
   * one index of 2,000, 20 ms in each of two of 1,000, which search side by side); memory to make it grows with it as well (2,000: 0.7 GB).
   */
  shardSize?: number
  /** The same where there are more than five times as many, and the words in them: a hundred small indexes cost the first search hundreds of requests. */
  large?: ShardLimits['large']
  /** From so many documents on, which the pages of one language search, their titles are in files of their own: fewer are quickly searched as a whole. */
  titlesFrom?: number
  /** The operator's words alike, besides ours. */
  synonyms?: OwnSynonyms
  /** Called with the number of documents that are indexed so far. */
  onProgress?: (pages: number) => void
}

export interface IndexReport {
  pages: number
  languages: string[]
  shards: number
  bytes: number
  durationMs: number
}

/** Documents on their way to Pagefind, which takes them in their order: it works on one while the next is made. */
const IN_FLIGHT = 16

interface Shard {
  entry: IndexEntry
  index: PagefindIndex
}

/**
 * Writes the search index of a site into `pagefind/` of its folder: an index a language, in parts of `shardSize`, the list of them, and the
 * words of each language.
 * The same documents in the same order give the same bytes. Throws a {@link ContentError} for a document that cannot be found later, a
 * {@link SystemError} when Pagefind fails.
 */
export async function indexSite(
  documents: AsyncIterable<SearchDocument>,
  outDir: string,
  { shardSize = 1000, large = { size: 20_000, words: 2_000_000 }, titlesFrom = 5000, synonyms, onProgress }: IndexOptions = {},
): Promise<IndexReport> {
  const start = performance.now()
  const folder = join(outDir, INDEX_FOLDER)
  const entries: IndexEntry[] = []
  const paths = new Set<string>()
  let indexed = 0
  const heads = new Map<IndexEntry, MadeHead>()
  const vocabularies = new Map<string, Vocabulary>()
  const titles = new TitleGatherer(titlesFrom)
  await rm(folder, { recursive: true, force: true })
  try {
    for await (const { documents: shard, isLarge } of shardsOf(documents, { size: shardSize, large })) {
      const { entry, index } = await openShard(shard, entries)
      const vocabulary = vocabularies.get(entry.lang) ?? new Vocabulary()
      vocabularies.set(entry.lang, vocabulary)
      const apart = apartKeys(languageWords(entry.lang, synonyms).apart ?? [])
      const limit = pLimit(IN_FLIGHT)
      const add = async (document: SearchDocument) => {
        refuseUnfindable(document, paths)
        const added = index.addHTMLFile({ url: document.path, content: toSearchHtml(document, apart) })
        vocabulary.add(document)
        titles.add(document)
        await answered(added, `indexing ${document.path}`)
        onProgress?.(++indexed)
      }
      await Promise.all(shard.map((document) => limit(add, document)))
      const made = await answered(index.getFiles(), `making the index of ${entry.lang}`)
      await index.deleteIndex()
      heads.set(entry, await writeIndex(made.files, { entry, isLarge }, folder))
      entries.push(entry)
    }
  } finally {
    await close()
  }
  await mkdir(join(folder, 'words'), { recursive: true })
  const all = [...vocabularies.values()].flatMap((vocabulary) => vocabulary.all())
  for (const [lang, vocabulary] of vocabularies) {
    const language = languageWords(lang, synonyms)
    const lexicon = new Lexicon([language])
    await writeFile(join(folder, vocabularyFile(lang)), JSON.stringify(vocabulary.words((word) => lexicon.isIgnored(word))))
    await writeFile(join(folder, languageFile(lang)), JSON.stringify(wordsOnSite(language, all)))
  }
  await writeHeads(heads, folder)
  await titles.write(outDir, entries, (lang) => languageWords(lang, synonyms).ignored)
  await writeFile(join(folder, INDEX_LIST), `${JSON.stringify(entries, null, 2)}\n`)
  return {
    pages: paths.size,
    languages: [...new Set(entries.map(({ lang }) => lang))],
    shards: entries.length,
    bytes: await bytesIn(folder),
    durationMs: Math.round(performance.now() - start),
  }
}

/** Why people could not find a page, or open it: Pagefind takes anything, and a page without a title shows as nothing. '' where they can. */
export function whyUnfindable({ path, lang, title }: SearchDocument): string {
  if (!path.startsWith('/')) return 'its path does not start with a slash'
  if (!lang) return 'it names no language'
  return title.trim() ? '' : 'it has no title'
}

/** Of two pages with one path the first would be lost. */
function refuseUnfindable(document: SearchDocument, paths: Set<string>): void {
  const { path, lang, title, isTranslation } = document
  const why = whyUnfindable(document)
  if (why)
    throw new ContentError(`The page ${path || title} cannot go into the search index: ${why}.`, { code: 'ERR_SEARCH_INDEX', record: path })
  const address = isTranslation ? `${lang} ${path}` : path
  if (paths.has(address))
    throw new ContentError(`The page ${path} was given to the search index twice.`, { code: 'ERR_SEARCH_INDEX', record: path })
  paths.add(address)
}

async function openShard(documents: readonly SearchDocument[], entries: readonly IndexEntry[]): Promise<Shard> {
  const [{ lang, isTranslation } = { lang: '', isTranslation: false }] = documents
  const part = entries.filter((entry) => entry.lang === lang).length + 1
  const { index } = await answered(createIndex({ forceLanguage: isUnspaced(lang) ? 'unknown' : lang }), 'starting')
  if (!index)
    throw new SystemError('Pagefind, which makes the search index, did not start. Run "npm ci" and try again.', {
      code: 'ERR_SEARCH_INDEX',
    })
  return { index, entry: { lang, isTranslation, folder: entries.length === 0 ? '' : `${lang}-${part}/`, pages: documents.length } }
}

/** Pagefind's answer; its errors, thrown or told, as a sentence. */
async function answered<T extends { errors: string[] }>(asked: Promise<T>, doing: string): Promise<T> {
  const failed = (why: string, cause?: unknown) =>
    new SystemError(`Pagefind, which makes the search index, failed while ${doing}: ${why}. Free memory and disk space, or run "npm ci".`, {
      cause,
      code: 'ERR_SEARCH_INDEX',
    })
  const answer = await asked.catch((error: unknown) => {
    throw failed(sentence(error), error)
  })
  if (answer.errors.length > 0) throw failed(answer.errors.join('; '))
  return answer
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    names.filter((name) => name.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
