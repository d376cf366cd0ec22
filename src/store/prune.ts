import { SaxesParser } from 'saxes'
import { isKeptPath } from '../cache/kept-files.ts'
import { eachOf } from '../disk/each-of.ts'
import { CacheError } from '../errors.ts'
import { AT_ONCE, bodyOf, drained, storeChanged, type StoreClient } from './client.ts'
import { readListing } from './listing.ts'
import { type Held, MANIFEST_KEY, readHeld } from './manifest.ts'
import { damaged, objectName, KINDS } from './objects.ts'
import { objectsIn } from './send.ts'
import { isSitePath, SITE_KEY, SITES } from './stored-site.ts'
import { isUnfinishedPath, UNFINISHED_KEY } from './unfinished.ts'

export interface Pruned {
  /** Objects in the store, before. */
  objects: number
  removed: number
  /** Of the removed objects. */
  bytes: number
  /** Unreferenced, but too young to be removed. */
  young: number
}

/** A page of a listing has a thousand keys of at most 1,024 characters. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024
/** The nesting of a listing: listing, object, owner, name. */
const MAX_DEPTH = 6
/** What a push writes: nothing else is ever deleted. */
const OUR_KEY = /^(?:objects|packs|indexes)\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/

/** Which paths a manifest may name, if it is not that of a site. */
const PATHS: Readonly<Record<string, (path: string) => boolean>> = { [MANIFEST_KEY]: isKeptPath, [UNFINISHED_KEY]: isUnfinishedPath }

/**
 * Removes objects that no manifest references and that are older than `graceMs`: younger ones may belong to a push in progress. One by one:
 * stores differ in their requirements for bulk deletion.
 */
export async function pruneStore(store: StoreClient, graceMs: number): Promise<Pruned> {
  const held = await heldIn(store)
  if (!held.has(MANIFEST_KEY)) throw nothingPushed(store.address.url)
  const named = new Set<string>()
  for (const [name, one] of held) {
    const listing = await readListing(store, one, PATHS[name] ?? isSitePath)
    for (const sha256 of objectsIn(listing)) named.add(objectName('objects', sha256))
    for (const { index, pack } of listing.segments) {
      named.add(objectName('indexes', index))
      if (pack) named.add(objectName('packs', pack))
    }
  }
  const all = (await Promise.all(KINDS.map((kind) => Array.fromAsync(objectsBelow(store, `${kind}/`, OUR_KEY))))).flat()
  const unnamed = all.filter(({ key }) => !named.has(key))
  const old = unnamed.filter(({ age }) => age >= graceMs)
  for (const [name, now] of await heldIn(store))
    if (now?.manifest.generation !== held.get(name)?.manifest.generation) throw storeChanged(store.address.url)
  await eachOf(old, AT_ONCE, ({ key }) => store.ask('DELETE', key, { taken: [404] }, drained))
  return {
    objects: all.length,
    removed: old.length,
    bytes: old.reduce((sum, { size }) => sum + size, 0),
    young: unnamed.length - old.length,
  }
}

/** The error for a store without a manifest. */
export const nothingPushed = (url: string): CacheError =>
  new CacheError(`Nothing was pushed to ${url}. Push a finished crawl there first, or name another address with \`store\`.`, {
    code: 'ERR_STORE_EMPTY',
    option: 'store',
    url,
  })

/** The manifests of a store's cache, unfinished crawl and sites, by name. */
async function heldIn(store: StoreClient): Promise<Map<string, Held>> {
  const sites = await Array.fromAsync(objectsBelow(store, SITES, SITE_KEY))
  const held = new Map<string, Held>()
  for (const name of [...Object.keys(PATHS), ...sites.map(({ key }) => key)]) {
    const one = await readHeld(store, name)
    if (one) held.set(name, one)
  }
  return held
}

async function* objectsBelow(store: StoreClient, place: string, pattern: RegExp) {
  const { prefix } = store.address
  let [next, last] = ['', '']
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + place, ...(next && { 'continuation-token': next }) })
    const asked = { query: `?${query.toString().replaceAll('+', '%20')}` }
    const { body, now }: { body: Buffer | undefined; now: number } = await store.ask('GET', '', asked, async (response) => ({
      body: await bodyOf(response, MAX_PAGE_BYTES),
      now: Date.parse(response.headers.get('date') ?? ''),
    }))
    if (!body) throw damaged(store, place, `has a listing of more than ${MAX_PAGE_BYTES} bytes a page`)
    const page = pageOf(body.toString())
    if (!page) throw damaged(store, place, 'has a listing that cannot be read')
    const before = last
    for (const { Key: name = '', Size, LastModified = '' } of page.objects) {
      if (name > last) last = name
      const key = name.slice(prefix.length)
      if (!name.startsWith(prefix) || !pattern.test(key)) continue
      // Some stores round times up.
      yield { key, size: Number(Size), age: Math.max(0, now - Date.parse(LastModified)) }
    }
    next = page.next
    // Keys are sorted: a page without a new key belongs to an endless listing.
    if (next && last === before) throw damaged(store, place, 'has a listing that does not end')
  } while (next)
}

/** The objects of a listing, and how it continues, '' at its end; undefined for what is not XML, or not a listing. */
function pageOf(xml: string) {
  const page = { objects: [] as Partial<Record<string, string>>[], next: '' }
  const parser = new SaxesParser({ position: false })
  const open: string[] = []
  let text = ''
  const stop = () => {
    throw new TypeError('This is no listing.')
  }
  parser.on('error', stop)
  parser.on('text', (more) => (text += more))
  parser.on('opentag', ({ name }) => {
    if (open.push(name) > MAX_DEPTH || open[0] !== 'ListBucketResult') stop()
    if (name === 'Contents') page.objects.push({})
    text = ''
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    const object = page.objects.at(-1)
    if (name === 'NextContinuationToken') page.next = text
    else if (object) object[name] = text
  })
  try {
    parser.write(xml).close()
    return page
  } catch {
    return undefined
  }
}
