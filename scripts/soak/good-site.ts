import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type RecordKey } from '../../src/cache/layout.ts'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { recordUrl } from '../../src/crawl/endpoints.ts'
import { canonicalTitle } from '../../src/model/title.ts'
import { type Answer, API, json, type Part } from './site.ts'
import { LIST_NAMES } from '../../src/model/resources.ts'

const SAMPLE = fileURLToPath(new URL('../../sample', import.meta.url))
/** The guides of the sample that must come out unaffected by hostile parts. */
const [FIRST, LAST] = [2, 31]
/** The origin in the addresses of the sample's files. */
const HOSTS = /https?:\/\/(\w+\.)?mendery\.example/g

/**
 * Thirty guides of the sample with all categories, wikis and people that they reference, as a service at `origin` would have them.
 * Self-contained: they reference no other record, and every tag and category is theirs.
 */
export async function goodPart(origin: string): Promise<Part> {
  const cache = await openCache(SAMPLE)
  const here = (text: string): string => text.replace(HOSTS, (_, host?: string) => (host ? `${origin}/files` : origin))
  const answers = new Map<string, Answer>()
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
  return { of: 'part', name: 'good', answers, items }
}

const isWanted = (guideid: number): boolean => guideid >= FIRST && guideid <= LAST

/** The server's path of a record: decoded, and with the form of a tree. */
function pathOf(key: RecordKey): string {
  if (key.kind === 'hierarchy' || key.kind === 'hierarchy-order') return recordUrl(API, key)
  if (key.kind === 'wiki' || key.kind === 'wiki-tags') return `${API}/wikis/${canonicalTitle(key.id)}${key.kind === 'wiki' ? '' : '/tags'}`
  return recordUrl(API, key).replace(/\?.*/, '')
}

async function addFiles(cache: CacheReader, answers: Map<string, Answer>): Promise<void> {
  const addresses = new Set<string>()
  for (const { body } of [...answers.values()])
    for (const [, path = ''] of String(body).matchAll(/\/files(\/[^"\\\s<>]+)/g)) addresses.add(path)
  for (const path of addresses) {
    const file = ['media.', 'docs.'].map((host) => cache.media(`https://${host}mendery.example${path}`)).find(Boolean)
    if (file)
      answers.set(decodeURIComponent(`/files${path}`), { body: await readFile(file.path), headers: { 'content-type': typeOf(file.file) } })
  }
}

const typeOf = (file: string): string =>
  file.endsWith('pdf') ? 'application/pdf' : file.endsWith('mp4') ? 'video/mp4' : `image/${file.split('.').at(-1) ?? ''}`

export const notFound = (): Answer => ({ ...json({ error: true, message: 'Not found' }), status: 404 })
