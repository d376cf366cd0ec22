import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import mime from 'mime-types'
import { type RecordKey } from '../../src/cache/layout.ts'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { recordUrl } from '../../src/crawl/endpoints.ts'
import { LIST_NAMES } from '../../src/model/resources.ts'
import { canonicalTitle } from '../../src/model/title.ts'
import { type ServerReply, API, type Part } from './site.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')
/** The guides of the sample that must come out unaffected by hostile parts. */
const isWanted = (guideid: number): boolean => guideid >= 2 && guideid <= 31
/** The origin in the addresses of the sample's files. */
const HOSTS = /https?:\/\/(\w+\.)?mendery\.example/g

/**
 * Thirty guides of the sample with all categories, wikis and people that they reference, as a service at `origin` would have them.
 * Self-contained: they reference no other record, and every tag and category is theirs.
 */
export async function goodPart(origin: string): Promise<Part> {
  const cache = await openCache(SAMPLE)
  const here = (text: string): string => text.replace(HOSTS, (_, host?: string) => (host ? `${origin}/files` : origin))
  const answers = new Map<string, ServerReply>()
  for await (const key of cache.keys()) {
    if (key.lang || (key.kind.startsWith('guide') && !isWanted(Number(key.id)))) continue
    const text = await cache.recordText(key)
    if (text !== undefined) answers.set(pathOf(key), { headers: { 'content-type': 'application/json' }, body: here(text) })
  }
  const items: Record<string, unknown[]> = {}
  for (const list of LIST_NAMES) {
    const all = (await Array.fromAsync(cache.list(list))).map((item): unknown => JSON.parse(here(JSON.stringify(item))))
    items[list] = all.filter((item) => !list.startsWith('guides') || isWanted((item as { guideid: number }).guideid))
  }
  await addFiles(cache, answers)
  return { name: 'good', answers, items }
}

/** The server's path of a record: decoded, and with the form of a tree. */
function pathOf(key: RecordKey): string {
  if (key.kind === 'hierarchy' || key.kind === 'hierarchy-order') return recordUrl(API, key)
  if (key.kind === 'wiki' || key.kind === 'wiki-tags') return `${API}/wikis/${canonicalTitle(key.id)}${key.kind === 'wiki' ? '' : '/tags'}`
  return recordUrl(API, key).replace(/\?.*/, '')
}

async function addFiles(cache: CacheReader, answers: Map<string, ServerReply>): Promise<void> {
  const texts = Array.from(answers.values(), ({ body }) => String(body))
  for (const path of new Set(texts.flatMap((text) => Array.from(text.matchAll(/\/files(\/[^"\\\s<>]+)/g), ([, path = '']) => path)))) {
    const file = ['media.', 'docs.'].map((host) => cache.media(`https://${host}mendery.example${path}`)).find(Boolean)
    if (!file) continue
    const headers = { 'content-type': mime.lookup(file.file) || '' }
    answers.set(decodeURIComponent(`/files${path}`), { body: await readFile(file.path), headers })
  }
}

/** The material of hostile parts: the good part's answers, to be mutated, and the server's origin. */
export type Material = ReturnType<typeof materialOf>

export function materialOf({ answers, items = {} }: Part, origin: string) {
  const below = (start: RegExp): { path: string; record: unknown }[] =>
    Array.from(answers)
      .filter(([path]) => start.test(path))
      .map(([path, { body }]) => ({ path, record: JSON.parse(String(body)) as unknown }))
  const recordsBelow = (start: RegExp): unknown[] => below(start).map(({ record }) => record)
  const files = Array.from(answers)
    .filter(([path]) => path.startsWith('/files/'))
    .map(([, { body }]) => Buffer.from(body))
    .sort((a, b) => b.length - a.length || a.compare(b))
  return {
    origin,
    guides: recordsBelow(/\/guides\/\d+$/),
    wikis: below(/\/wikis\/\w+\/[^/?]+$/).map(({ path, record }) => ({ namespace: path.split('/')[4] ?? '', record })),
    users: recordsBelow(/\/users\/\d+$/),
    site: recordsBelow(/\/sites\/info$/)[0],
    items,
    /** The smallest file of each kind, which the first bytes tell: pictures, documents, a video. */
    files: [...new Map(files.map((bytes) => [bytes.toString('latin1', 0, 3), bytes])).values()],
  }
}

/** The names of the records of a seed, which no other seed and no good part uses: ids from `first` on are its own. */
export type Names = ReturnType<typeof namesOf>

export const namesOf = (seed: number) => ({ seed, first: (1000 + seed) * 1000, category: `Hostile ${seed}` })

/** Copies of the good files under other addresses: a page shows all sizes of a picture that any record has requested. */
export const COPIES = '/files/again/'

const NUMBERED = /^(guideid|userid|teamid|wikiid|stepid|commentid|contextid|parentid|documentid|owner)$/

/** A copy of one of some good records under the names of a seed, so that none of its fields references a good one; `facts` replace some. */
export function copyOf(records: readonly unknown[] | undefined, at: number, { seed, first, category }: Names, facts: object) {
  const renamed = (value: unknown, key: string): unknown => {
    if (typeof value === 'number' && NUMBERED.test(key)) return first + (value % 10)
    if (typeof value === 'string') return key === 'category' ? category : value.replaceAll('/files/', COPIES)
    if (Array.isArray(value)) {
      if (key === 'tags') return value.map((_, index) => `hostile ${seed} ${index}`)
      if (key === 'teams') return value.map((_, index) => first + index)
      const all = value.map((item) => renamed(item, ''))
      // A tool lists the guides that need it.
      if (key !== 'tools' && key !== 'parts') return all
      return all.map((thing, index) => ({ ...(thing as object), text: `hostile ${seed} ${index}`, url: '' }))
    }
    if (typeof value !== 'object' || !value) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, renamed(inner, name)]))
  }
  return { ...(renamed(records?.[at % records.length] ?? {}, '') as Record<string, unknown>), ...facts }
}
