import { readConfig } from '../../src/config.ts'
import { openSite, type Site } from '../../src/views/site/site.ts'
import { type SmallCache, temporaryFolder, writeCache } from '../cache/small-cache.ts'

/** A site over a small cache; `flags` are those of the command line. */
export async function siteOf(cache: SmallCache, flags: Record<string, unknown> = {}): Promise<Site> {
  const folder = await temporaryFolder()
  await writeCache(folder, cache)
  return openSite(readConfig({ cache: folder, ...flags }, {}))
}

/** A guide as in the list and the details, reduced to the fields of a test. */
export const guide = (guideid: number, changes: Record<string, unknown> = {}) => ({
  guideid,
  title: `Guide ${guideid}`,
  type: 'repair',
  category: 'Kettle',
  public: true,
  flags: [],
  steps: [],
  modified_date: guideid,
  userid: 7,
  username: 'Ada',
  url: `https://repair.example/Guide/-/${guideid}`,
  ...changes,
})

type AnyGuide = ReturnType<typeof guide>

/** A cache of listed guides, with further records. */
export const guidesCache = (guides: AnyGuide[], more: SmallCache = {}): SmallCache => ({
  ...more,
  records: [...guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body })), ...(more.records ?? [])],
  lists: { guides, ...more.lists },
})

/** A tree of categories in its bare form. */
export const tree = (body: unknown) => ({ kind: 'categories' as const, id: '', body })

/** The record of a guide in another language. */
export const translated = (lang: string, body: AnyGuide) => ({ kind: 'guide' as const, id: String(body.guideid), lang, body })

export const wiki = (title: string, changes: { namespace?: string; [field: string]: unknown } = {}) => ({
  kind: 'wiki' as const,
  id: `${changes.namespace ?? 'CATEGORY'}/${title}`,
  body: { wikiid: 1, namespace: 'CATEGORY', title, contents_rendered: '', ...changes },
})

/** The smallest PNG of some size in pixels that a decoder of headers accepts. */
export function png(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(33)
  header.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  header.writeUInt32BE(13, 8)
  header.write('IHDR', 12, 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

/** An image object whose sizes are cached with the given widths and heights. */
export function image(name: string, sizes: Record<string, [width: number, height: number]>) {
  const urls = Object.keys(sizes).map((size) => [size, `https://media.example/${name}.${size}`] as const)
  return {
    object: { id: 1, guid: name, ...Object.fromEntries(urls) },
    media: Object.fromEntries(urls.map(([size, url]) => [url, png(...(sizes[size] ?? [1, 1]))])),
  }
}
