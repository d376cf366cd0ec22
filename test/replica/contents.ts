import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { CHECKED_PATH } from '../../src/cache/layout.ts'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { sha256Of } from '../../src/disk/sha256.ts'

/**
 * Fields that differ between crawls: times and durations; sizes of answers, which grow with the addresses in them; origins of media, and
 * requests, of which each host gets one more for its robots.txt; the service's words about something missing; which of several records that
 * name another one happened to be read first; validators, made of whole answers; and a secret, drawn again by each crawl.
 */
const VARYING = new Set(
  'at startedAt finishedAt changedAt waitMs bytes mediaOrigins requests reason from linkedFrom first validator secret'.split(' '),
)
/** The number of tries until an answer: that a request was made counts, but a second try depends on the network. */
const TRIES = 'tries'

/**
 * The content of a cache, by file: equal for the crawl of a service and the crawl of its replica. Records and lists are unchanged, byte
 * for byte, except for addresses:
 *
 * - the origin of the crawled service becomes `http://service`,
 * - media that the replica serves (`http://replica/media/HOST/…`) get back their address in the replicated cache, `original`, which is
 *   undefined for the crawl of the service itself.
 *
 * Times, sizes and validators in manifest, report and notes are removed too, and anything that depends on the order or number of
 * requests; also notes of what was missing, which is in the report. A media file, whose name is made of its address, is listed under that
 * address, normalised likewise, with its size in pixels and a hash of its bytes.
 */
export async function contentsOf(folder: string, original?: CacheReader): Promise<Map<string, string>> {
  const cache = await openCache(folder)
  const normalise = addressesOf(cache, original)
  const contents = new Map<string, string>()
  const addresses = new Set<string>()
  let files = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    // It has the same as report.json, for people.
    if (!entry.isFile() || name === 'report.md') continue
    if (name.startsWith('media/')) files++
    else {
      const text = await readFile(path, 'utf8')
      contents.set(name, /^(records|lists)\//.test(name) ? normalise(text) : withoutTimes(name, normalise(text)))
      if (/^(records|lists)\//.test(name)) for (const address of addressesIn(text)) addresses.add(address)
    }
  }
  const found = new Set<string>()
  for (const address of addresses) {
    const media = cache.media(address)
    if (!media) continue
    found.add(media.file)
    const size = `${media.width ?? 0}x${media.height ?? 0}`
    contents.set(`media ${normalise(address)}`, `${size}${extname(media.file)} ${sha256Of(media.path)}`)
  }
  if (found.size !== files) throw new Error(`Records name ${found.size} of the ${files} media files in ${folder}.`)
  return contents
}

function addressesOf({ manifest }: CacheReader, original: CacheReader | undefined): (text: string) => string {
  const hostOf = (origin: string) => new URL(origin).host
  const originOf = ({ source }: { source: string }) => new URL(source).origin
  const served = (original?.manifest.mediaOrigins ?? []).map((origin) => [`${originOf(manifest)}/media/${hostOf(origin)}`, origin] as const)
  const crawled = [manifest, ...(original ? [original.manifest] : [])].map(originOf)
  const pairs = [...served, ...crawled.map((origin) => [origin, 'http://service'] as const)]
  const replaced = [
    ...pairs,
    // PHP escapes a slash in JSON.
    ...pairs.map(([from, to]) => [from.replaceAll('/', '\\/'), to.replaceAll('/', '\\/')] as const),
    // A service without a name is named after its host.
    ...crawled.map((origin) => [hostOf(origin), 'service'] as const),
  ]
  return (text) => replaced.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

/** Every text of the JSON in a file, and every attribute in HTML texts, since each may be the address of a file. */
function addressesIn(text: string): string[] {
  const found: string[] = []
  for (const [json] of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const value = JSON.parse(json) as string
    found.push(value)
    if (value.includes('<'))
      for (const [, address = ''] of value.matchAll(/=\s*["']([^"']*)["']|url\(["']?([^"')]*)/g))
        found.push(address.replaceAll('&amp;', '&'))
  }
  return found
}

function withoutTimes(name: string, text: string): string {
  const lines = (name.endsWith('.ndjson') ? text.trim().split('\n').filter(Boolean) : [text])
    .map((line) => JSON.stringify(sorted(JSON.parse(line))))
    .filter((line) => name !== CHECKED_PATH || !line.includes('"missing"'))
  return lines.sort().join('\n')
}

/** A value without what differs between crawls; keys and lists in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || !value) return value
  const fields = Object.entries(value).filter(([key]) => !VARYING.has(key))
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, key === TRIES ? inner !== 0 : sorted(inner)]),
  )
}

/** Names of the files that exist in only one of two caches, or differ, with the position of the first difference. */
export const differences = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a = '(missing)', b = '(missing)'] = [one.get(name), other.get(name)]
    if (a === b) return []
    const at = Array.from(a).findIndex((letter, place) => letter !== b[place])
    return [`${name}: …${a.slice(Math.max(0, at - 100), at + 100)}… and …${b.slice(Math.max(0, at - 100), at + 100)}…`]
  })
