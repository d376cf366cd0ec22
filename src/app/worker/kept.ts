import { fileAt } from '../shell.ts'
import { keptStoreAt, placesIn } from '../store.ts'
import { root } from './scope.ts'

const store = keptStoreAt(root)
let reading: ReturnType<typeof read> | undefined

/** Invalidates the index of saved content. */
export function forgetKept(): void {
  reading = undefined
}

/** By file, its position; of complete guides and categories, the newest counts. */
async function read() {
  const [items, packs] = await Promise.all([store.items(), store.packs()])
  const placed = placesIn(packs)
  const found: typeof placed = new Map()
  for (const { files, standsIn } of items.sort((a, b) => a.atMs - b.atMs)) {
    for (const [file, key] of Object.entries(files)) {
      const at = placed.get(key)
      if (at) found.set(file, at)
    }
    for (const [file, other] of Object.entries(standsIn)) {
      const at = found.get(other)
      if (at && !found.has(file)) found.set(file, at)
    }
  }
  return found
}

/** When the oldest saved item was fetched, in milliseconds; Infinity if there is none. */
export async function oldestKeptMs(): Promise<number> {
  const items = await store.items().catch(() => [])
  return Math.min(...items.map(({ atMs }) => atMs))
}

/** A saved file; undefined for any other, and if the browser has evicted it. */
export async function fromKept(path: string, request?: Request): Promise<Response | undefined> {
  try {
    reading ??= read()
    const found = (await reading).get(fileAt(path))
    const blob = found && (await store.blob(found.pack))
    if (!found || !blob) return undefined
    const end = found.offset + found.length
    if (blob.size < end) return undefined
    return partOf(blob.slice(found.offset, end, found.type), request?.headers.get('range'))
  } catch {
    reading = undefined
    return undefined
  }
}

/** Answers range requests for a video (RFC 9110, 14), without which Safari plays none. */
function partOf(file: Blob, range: string | null | undefined): Response {
  const headers = { 'content-type': file.type, 'accept-ranges': 'bytes' }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return new Response(file, { headers })
  const start = from === '' ? Math.max(0, file.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? file.size - 1 : Math.min(Number(to), file.size - 1)
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  return new Response(file.slice(start, end + 1, file.type), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': String(end + 1 - start) },
  })
}
