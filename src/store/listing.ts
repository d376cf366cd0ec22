import { getHeapStatistics } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { AT_ONCE, type StoreClient } from './client.ts'
import type { Held } from './manifest.ts'
import { damaged, getBytes, objectName } from './objects.ts'

/** A file in a store: `offset` is its position in the segment's pack; without one it is a separate object. */
export interface Entry {
  sha256: string
  size: number
  offset?: number
  pack?: string
}

/** The maximum size of one object: larger ones require multipart uploads, which are not supported. */
const MAX_OBJECT_BYTES = 5_000_000_000

/** A line of an index: a file, or the name of a deleted one. */
const lineSchema = z.union([
  z.object({
    path: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    size: z.int().nonnegative().max(MAX_OBJECT_BYTES),
    offset: z.int().nonnegative().optional(),
  }),
  z.object({ path: z.string(), gone: z.literal(true) }),
])
export type IndexLine = z.infer<typeof lineSchema>

/** 50,000 lines have some 10 MB, a third of it in an object. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024
/** Memory per line while a command runs: more lines than fit into memory would crash the process. */
const BYTES_A_LINE = 1500
const MAX_LINES = Math.floor(getHeapStatistics().heap_size_limit / BYTES_A_LINE)

/** Serializes a segment's index. */
export const packIndex = (lines: readonly IndexLine[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))

/** Every file in a manifest's segments, and the number of their lines, including those that a later one replaces. */
export type Listing = Readonly<Awaited<ReturnType<typeof readListing>>>

/** The listing of a manifest; empty if there is none. Throws if an index is damaged, or contains a path that is none of `isOwn`. */
export async function readListing(store: StoreClient, held: Held, isOwn: (path: string) => boolean) {
  const segments = held?.manifest.segments ?? []
  const files = new Map<string, Entry>()
  let lines = 0
  for (let from = 0; from < segments.length; from += AT_ONCE) {
    const next = segments.slice(from, from + AT_ONCE)
    const indexes = await Promise.all(next.map(({ index }) => getBytes(store, 'indexes', index, MAX_INDEX_BYTES)))
    for (const [at, { index, pack }] of next.entries())
      for (const line of linesOf(store, index, indexes[at], isOwn)) {
        if (++lines > MAX_LINES)
          throw damaged(store, objectName('indexes', index), `is one of more than ${MAX_LINES} lines, which memory does not hold`)
        takeLine(files, line, pack)
      }
  }
  return { segments, files, lines }
}

/** Applies a line of a segment to the files of a listing. */
export function takeLine(files: Map<string, Entry>, line: IndexLine, pack: string | undefined): void {
  if ('gone' in line) return void files.delete(line.path)
  const { path, sha256, size, offset } = line
  files.set(path, { sha256, size, ...(offset !== undefined && { offset, ...(pack && { pack }) }) })
}

function linesOf(store: StoreClient, index: string, bytes: Buffer | undefined, isOwn: (path: string) => boolean): IndexLine[] {
  try {
    const text = gunzipSync(bytes ?? '', { maxOutputLength: MAX_INDEX_BYTES }).toString('utf8')
    const lines = text.split('\n').flatMap((line) => (line ? lineSchema.parse(JSON.parse(line)) : []))
    if (lines.every(({ path }) => isOwn(path))) return lines
  } catch (error) {
    if (!(error instanceof Error && (error instanceof SyntaxError || 'issues' in error || 'code' in error))) throw error
  }
  throw damaged(store, objectName('indexes', index), 'is no index of Benchbook')
}
