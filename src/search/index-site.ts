import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { close, createIndex, type PagefindIndex } from 'pagefind'
import { ContentError, sentence, SystemError } from '../errors.ts'
import { type SearchDocument, toSearchHtml } from './document.ts'
import { INDEX_LIST, type IndexEntry } from './index-list.ts'
import { settleIndex } from './same-bytes.ts'
import { isUnspaced } from './unspaced.ts'
import { Vocabulary, vocabularyFile } from './vocabulary.ts'

export interface IndexOptions {
  /**
   * Documents in one index at most: memory grows with it (measured on pages of 450 words: 10,000 in one index want 2.9 GB, 4,000 want 1.6 GB,
   * 2,000 want 0.7 GB).
   */
  shardSize?: number
  /** Called with the number of documents so far. */
  onProgress?: (pages: number) => void
}

export interface IndexReport {
  pages: number
  languages: string[]
  shards: number
  bytes: number
  durationMs: number
}

interface Shard {
  entry: IndexEntry
  index: PagefindIndex
}

/** Files that Pagefind writes for its own user interfaces. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./

/**
 * Writes the search index of a site into `pagefind/` of its folder: an index a language, in parts of `shardSize`, the list of them, and the
 * words of each language.
 * The same documents in the same order give the same bytes. Throws a {@link ContentError} for a document that cannot be found later, a
 * {@link SystemError} when Pagefind fails.
 */
export async function indexSite(
  documents: AsyncIterable<SearchDocument>,
  outDir: string,
  { shardSize = 3000, onProgress }: IndexOptions = {},
): Promise<IndexReport> {
  const start = performance.now()
  const folder = join(outDir, 'pagefind')
  const entries: IndexEntry[] = []
  const open = new Map<string, Shard>()
  const paths = new Set<string>()
  const vocabularies = new Map<string, Vocabulary>()
  await rm(folder, { recursive: true, force: true })
  try {
    for await (const document of documents) {
      refuseUnfindable(document, paths)
      const name = `${document.lang} ${document.isTranslation}`
      const shard = open.get(name) ?? (await openShard(document, entries))
      open.set(name, shard)
      await answered(shard.index.addHTMLFile({ url: document.path, content: toSearchHtml(document) }), `indexing ${document.path}`)
      shard.entry.pages++
      const vocabulary = vocabularies.get(document.lang) ?? new Vocabulary()
      vocabularies.set(document.lang, vocabulary)
      vocabulary.add(document)
      onProgress?.(paths.size)
      if (shard.entry.pages >= shardSize) {
        await writeShard(shard, folder)
        open.delete(name)
      }
    }
    for (const shard of open.values()) await writeShard(shard, folder)
  } finally {
    await close()
  }
  await mkdir(join(folder, 'words'), { recursive: true })
  for (const [lang, vocabulary] of vocabularies) await writeFile(join(folder, vocabularyFile(lang)), JSON.stringify(vocabulary.words()))
  await writeFile(join(folder, INDEX_LIST), `${JSON.stringify(entries, null, 2)}\n`)
  return {
    pages: paths.size,
    languages: [...new Set(entries.map(({ lang }) => lang))],
    shards: entries.length,
    bytes: await bytesIn(folder),
    durationMs: Math.round(performance.now() - start),
  }
}

/** Pagefind takes anything: a page without a title shows as nothing, and of two pages with one path the first is lost. */
function refuseUnfindable({ path, lang, title, isTranslation }: SearchDocument, paths: Set<string>): void {
  const why = !path.startsWith('/')
    ? 'its path does not start with a slash'
    : !lang
      ? 'it names no language'
      : !title.trim()
        ? 'it has no title'
        : ''
  if (why) throw new ContentError(`The page ${path || title} cannot go into the search index: ${why}.`, { record: path })
  const address = isTranslation ? `${lang} ${path}` : path
  if (paths.has(address)) throw new ContentError(`The page ${path} was given to the search index twice.`, { record: path })
  paths.add(address)
}

async function openShard({ lang, isTranslation }: SearchDocument, entries: IndexEntry[]): Promise<Shard> {
  const part = entries.filter((entry) => entry.lang === lang).length + 1
  const entry = { lang, isTranslation, folder: entries.length === 0 ? '' : `${lang}-${part}/`, pages: 0 }
  const { index } = await answered(createIndex({ forceLanguage: isUnspaced(lang) ? 'unknown' : lang }), 'starting')
  if (!index) throw new SystemError('Pagefind, which makes the search index, did not start. Run "npm ci" and try again.')
  entries.push(entry)
  return { entry, index }
}

/**
 * Writes what Pagefind gives rather than have it write: its `writeFiles` answers while files are still being written, and under load they
 * are read, or stay, cut short (https://github.com/Pagefind/pagefind/issues/1271).
 */
async function writeShard({ entry, index }: Shard, folder: string): Promise<void> {
  const made = await answered(index.getFiles(), `making the index of ${entry.lang}`)
  await index.deleteIndex()
  const files = new Map(made.files.filter(({ path }) => !UNUSED.test(path)).map(({ path, content }) => [path, content]))
  const kept = settleIndex(files)
  if (kept !== entry.pages)
    throw new SystemError(`Pagefind left out ${entry.pages - kept} of ${entry.pages} pages of the index in ${entry.lang}.`)
  for (const [path, content] of files) {
    const target = join(folder, entry.folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
}

/** Pagefind's answer; its errors, thrown or told, as a sentence. */
async function answered<T extends { errors: string[] }>(asked: Promise<T>, doing: string): Promise<T> {
  const failed = (why: string, cause?: unknown) =>
    new SystemError(`Pagefind, which makes the search index, failed while ${doing}: ${why}. Free memory and disk space, or run "npm ci".`, {
      cause,
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
