import { changedAt } from '../../cache/changed.ts'
import type { RecordKey } from '../../cache/layout.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { keepApart, nameIn } from '../../model/names.ts'
import { fillPath, LIST_NAMES, LISTS, recordPathOf, RECORDS, WIKI_LISTS } from '../../model/resources.ts'
import { mediaPaths } from '../media-paths.ts'
import { API_PATH, replicaOf } from '../replica.ts'

/** A file below `api/2.0/`. */
interface ApiFile {
  path: string
  body: string
}

const PAGE_SIZE = 200
/** No request is repeated, so nothing need be cached. */
const MEMORY_BYTES = 1024 * 1024

interface FilesOptions {
  /** The site's address: `https://guides.example.org/`, or a path such as `/` if none is configured. */
  root: string
  /** The base of its media, by default the root. */
  mediaRoot?: string
  /** Origins that no reader can reach; they are replaced by the site's own. */
  hidden: readonly string[]
  /** Called for a request that cannot be answered, which has no file, with the reason. */
  onFault?: (target: string, reason: string) => void
}

/** The replica's public answers as files, for a host without a server: one answer at a time, in a fixed order, followed by an index. */
export async function* apiFiles(cache: CacheReader, { onFault, ...site }: FilesOptions): AsyncGenerator<ApiFile> {
  const replica = replicaOf(cache, { origin: () => NOWHERE, memoryBytes: MEMORY_BYTES })
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
    const { name, source, lang, translations = [] } = cache.manifest
    /** The index entry of each: the location of its pages, without the empty one. */
    const lists: Record<string, unknown> = {}
    for (const list of LIST_NAMES) {
      const folder = LISTS[list].path.slice(1)
      for (const lang of WIKI_FOLDERS.includes(folder) ? [undefined, ...translations] : [undefined]) {
        const size = yield* listFiles(folder, lang, ask)
        if (size && !lang) lists[list] = size
      }
    }
    for (const folder of WIKI_FOLDERS) yield* titleFiles(folder, ask)
    const index = { name, source, lang, translations, changedAt: changedAt(cache.manifest), pageSize: PAGE_SIZE, lists }
    yield { path: 'index.json', body: inSite(JSON.stringify(index)) }
  } finally {
    await replica.close()
  }
}

const WIKI_FOLDERS = WIKI_LISTS.map((list) => LISTS[list].path.slice(1))

async function keepFilesApart(cache: CacheReader): Promise<void> {
  const titles = new Map(WIKI_FOLDERS.map((folder) => [folder, new Set<string>()]))
  for await (const { id } of cache.keys('wiki')) titles.get(`wikis/${id.slice(0, id.indexOf('/'))}`)?.add(id.slice(id.indexOf('/') + 1))
  for (const [folder, named] of titles) keepApart(folder, named)
}

type AskFor = (target: string) => Promise<string | undefined>

async function* recordFiles(cache: CacheReader, ask: AskFor): AsyncGenerator<ApiFile> {
  for await (const key of cache.keys()) {
    const { isPaged, of } = RECORDS[key.kind]
    if (isPaged && of === 'user') yield* listFiles(recordPathOf(key.kind, key.id).slice(1), undefined, ask)
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
async function* listFiles(folder: string, lang: string | undefined, ask: AskFor): AsyncGenerator<ApiFile, object | undefined> {
  let items = 0
  for (let page = 1; ; page++) {
    const pageTarget = `${folder}?limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`
    const { target, path } = inLanguage({ target: pageTarget, path: `${folder}/pages/${page}` }, lang)
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

/** A request to the API and the file with its answer, both below `/api/2.0/`. A page of a list is `list/pages/1.json`. */
interface Filed {
  target: string
  path: string
}

/** The files with a record's answers: `guides/12.json`, in German `guides/12.de.json`, and in the source language also its tags. */
function filesOfRecord({ kind, id, lang }: RecordKey): Filed[] {
  const files = (RECORDS[kind].files ?? []).map((question) => fileOf(question, id))
  const hasTags = !lang && (kind === 'guide' || kind === 'wiki')
  const tags = hasTags ? files.slice(0, 1).map(({ target, path }) => ({ target: `${target}/tags`, path: `${path}/tags` })) : []
  return [...files, ...tags].map((file) => inLanguage(file, lang))
}

/** A request from the table for one id, and its file: for `list?display=tree` `list/tree`, for `guides/1?flag` `guides/1.flag`. */
function fileOf(question: string, id: string): Filed {
  const [path = '', query] = question.split('?')
  const ending = query === undefined ? '' : query.startsWith('display=') ? `/${query.slice('display='.length)}` : `.${query}`
  const file = fillPath(path, id, (title, namespace) => nameIn(`wikis/${namespace}`, title))
  return { target: fillPath(question, id), path: `${file}${ending}` }
}

/** The same request in another language, and its file. */
function inLanguage({ target, path }: Filed, lang: string | undefined): Filed {
  if (!lang) return { target, path: `${path}.json` }
  return { target: `${target}${target.includes('?') ? '&' : '?'}langid=${lang}`, path: `${path}.${lang}.json` }
}

/** The replica's assumed origin while it writes files; no real one can have it. */
const NOWHERE = 'http://replica.invalid'
const ADDRESSES = /http:(?:\\?\/){2}replica\.invalid((?:\\?\/|\\u[0-9a-fA-F]{4}|[^"\\\s<>])*)/g

/**
 * Returns a function that rewrites the addresses in answers to those of a static site: cached files are in `media/` of the site, those of
 * other files point to the service again.
 */
function addressesOfSite(cache: CacheReader, { root, mediaRoot = root, hidden }: FilesOptions): (json: string) => string {
  const paths = mediaPaths(cache, () => NOWHERE)
  const own = /^https?:\/\/[^/]+/.exec(root)?.[0] ?? ''

  /** `rest` is a piece of JSON text, possibly from an HTML attribute; surrounding quotes and brackets may be included. */
  function inSite(rest: string): string | undefined {
    for (const candidate of [rest, rest.replace(/(['()]|&quot;).*/s, '')]) {
      const found = paths.fileAt((JSON.parse(`"${candidate}"`) as string).replaceAll('&amp;', '&'))
      if (found) return `${mediaRoot}${found.file.file}${rest.slice(candidate.length)}`
    }
    return undefined
  }

  return (json) => {
    const original = (rest: string): string => paths.originals(rest.replaceAll('\\/', '/'))[0] ?? `${NOWHERE}${rest}`
    const pointed = json.replace(ADDRESSES, (_, rest: string) => inSite(rest) ?? original(rest))
    return hidden.reduce((text, origin) => text.replaceAll(origin, own).replaceAll(origin.replaceAll('/', '\\/'), own), pointed)
  }
}
