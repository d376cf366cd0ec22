import { fileAt } from '../shell.ts'
import { KeptStore, type Placed } from '../store.ts'
import { root } from './scope.ts'

interface Found extends Placed {
  pack: string
}

const store = new KeptStore(root)
let reading: Promise<Map<string, Found>> | undefined

/** What somebody keeps has changed. */
export function forgetKept(): void {
  reading = undefined
}

/** By file, where it lies; of guides and categories that are there as a whole, the newest counts. */
async function read(): Promise<Map<string, Found>> {
  const [items, packs] = await Promise.all([store.items(), store.packs()])
  const placed = new Map(packs.flatMap(({ id, files }) => files.map((file) => [file.key, { ...file, pack: id }] as const)))
  const found = new Map<string, Found>()
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

/** When the oldest of what is kept was fetched, in milliseconds; Infinity where nothing is. */
export async function oldestKeptMs(): Promise<number> {
  const items = await store.items().catch(() => [])
  return Math.min(...items.map(({ atMs }) => atMs))
}

/** A file that somebody keeps; undefined for any other, and where the browser has dropped it. */
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

/** Players ask for parts of a video (RFC 9110, 14), and Safari plays none otherwise. */
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
