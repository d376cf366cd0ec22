import { changedAt } from '../../cache/changed.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { keepApart, nameIn } from '../../model/names.ts'
import { addressesOfSite, NOWHERE, type SiteAddresses } from './file-media.ts'
import { type Filed, filesOfRecord, inLanguage, folderOf, pagesOfRecord, WIKI_FOLDERS } from './file-names.ts'
import { API_PATH, Replica } from '../replica.ts'
import { LIST_NAMES } from '../../model/resources.ts'

/** A file below `api/2.0/`. */
export interface ApiFile {
  path: string
  body: string
}

/** The API's maximum page size. */
const PAGE_SIZE = 200
/** No request is repeated, so nothing need be cached. */
const MEMORY_BYTES = 1024 * 1024

interface FilesOptions extends SiteAddresses {
  /** Called for a request that cannot be answered, which has no file, with the reason. */
  onFault?: (target: string, reason: string) => void
}

/** The replica's public answers as files, for a host without a server: one answer at a time, in a fixed order, followed by an index. */
export async function* apiFiles(cache: CacheReader, { onFault, ...site }: FilesOptions): AsyncGenerator<ApiFile> {
  const replica = new Replica(cache, { origin: () => NOWHERE, memoryBytes: MEMORY_BYTES })
  const inSite = addressesOfSite(cache, site)
  const ask = async (target: string): Promise<string | undefined> => {
    const { status, body } = await replica.answer({ method: 'GET', target: `${API_PATH}/${target}`, headers: {} })
    const text = Buffer.isBuffer(body) ? body.toString('utf8') : undefined
    if (text !== undefined && status === 500) onFault?.(target, String((JSON.parse(text) as { message?: unknown }).message))
    return text !== undefined && status === 200 ? inSite(text) : undefined
  }
  try {
    await keepFilesApart(cache)
    yield* recordFiles(cache, ask)
    const langs = [undefined, ...(cache.manifest.translations ?? [])]
    const lists: Record<string, ListSize> = {}
    for (const name of LIST_NAMES) {
      const folder = folderOf(name)
      for (const lang of WIKI_FOLDERS.includes(folder) ? langs : [undefined]) {
        const size = yield* listFiles(folder, lang, ask)
        if (size && !lang) lists[name] = size
      }
    }
    for (const folder of WIKI_FOLDERS) yield* titleFiles(folder, ask)
    yield { path: 'index.json', body: inSite(indexOf(cache, lists)) }
  } finally {
    await replica.close()
  }
}

async function keepFilesApart(cache: CacheReader): Promise<void> {
  const titles = new Map(WIKI_FOLDERS.map((folder) => [folder, new Set<string>()]))
  for await (const { id } of cache.keys('wiki')) titles.get(`wikis/${id.slice(0, id.indexOf('/'))}`)?.add(id.slice(id.indexOf('/') + 1))
  for (const [folder, named] of titles) keepApart(folder, named)
}

/** The index entry of a list: the location of its pages, without the empty one. */
interface ListSize {
  folder: string
  items: number
  pages: number
}

type AskFor = (target: string) => Promise<string | undefined>

async function* recordFiles(cache: CacheReader, ask: AskFor): AsyncGenerator<ApiFile> {
  for await (const key of cache.keys()) {
    const folder = pagesOfRecord(key)
    if (folder) yield* listFiles(folder, undefined, ask)
    let whole: string | undefined
    for (const { target, path } of filesOfRecord(key)) {
      const body = await ask(target)
      // Without prerequisites, the guide's own steps are all of them.
      if (body !== undefined && body !== whole) yield { path, body }
      whole ??= body
    }
  }
}

/** The pages of a list, including the empty one at its end, which clients use to detect the end. */
async function* listFiles(folder: string, lang: string | undefined, ask: AskFor): AsyncGenerator<ApiFile, ListSize | undefined> {
  let items = 0
  for (let page = 1; ; page++) {
    const filed: Filed = { target: `${folder}?limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`, path: `${folder}/pages/${page}` }
    const { target, path } = inLanguage(filed, lang)
    const body = await ask(target)
    if (body === undefined) return page > 1 ? { folder, items, pages: page - 1 } : undefined
    const found: unknown = JSON.parse(body)
    // An answer of a special shape has no pages.
    const isList = Array.isArray(found)
    yield { path: isList ? path : `${folder}.json`, body }
    if (!isList) return undefined
    if (found.length === 0) return { folder, items, pages: page - 1 }
    items += found.length
  }
}

/** All titles of a namespace, and by title the name of its file. */
async function* titleFiles(folder: string, ask: AskFor): AsyncGenerator<ApiFile> {
  const titles = await ask(`${folder}?display=titles`)
  if (titles === undefined) return
  yield { path: `${folder}/titles.json`, body: titles }
  const found: unknown = JSON.parse(titles)
  const named = Array.isArray(found) ? found.filter((title): title is string => typeof title === 'string') : []
  const names = named.map((title) => [title, `${nameIn(folder, title)}.json`])
  yield { path: `${folder}/files.json`, body: JSON.stringify(Object.fromEntries(names)) }
}

function indexOf({ manifest }: CacheReader, lists: Record<string, ListSize>): string {
  const { name, source, lang, translations = [] } = manifest
  return JSON.stringify({ name, source, lang, translations, changedAt: changedAt(manifest), pageSize: PAGE_SIZE, lists })
}
