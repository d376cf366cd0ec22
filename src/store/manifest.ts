import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { CacheError } from '../errors.ts'
import { codeIn, drained, getObject, type StoreClient } from './client.ts'
import { damaged } from './objects.ts'

const FORMAT = 1
export const MANIFEST_KEY = 'manifest.json'
const MAX_BYTES = 8 * 1024 * 1024
const MAX_SEGMENTS = 10_000
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The content of a store: written last, and through its digests the root of everything. Later segments override earlier ones. */
const manifestSchema = z.object({
  format: z.number().int(),
  product: z.string(),
  /** Different for each push. */
  generation: z.string(),
  pushedAt: z.string(),
  /** Of an unfinished crawl: when the first of its records was stored. */
  since: z.string().optional(),
  segments: z.array(z.object({ index: digest, pack: digest.optional() })).max(MAX_SEGMENTS),
})
type StoreManifest = z.infer<typeof manifestSchema>

/** A manifest and its version in the store; undefined if nothing was pushed. */
export type Held = Awaited<ReturnType<typeof readHeld>>

/** The manifest of a store's cache, or of another thing that it has. */
export async function readHeld(store: StoreClient, name = MANIFEST_KEY) {
  const { status, body, etag } = await getObject(store, name, MAX_BYTES)
  const text = String(body ?? '')
  if (status === 404) {
    // A missing bucket is a mistake; the repeated request throws its message.
    if (codeIn(text) === 'NoSuchBucket') await store.ask('GET', name, {}, drained)
    return undefined
  }
  const parsed = manifestSchema.safeParse(parseWhole(text))
  const { url } = store.address
  if (parsed.success && parsed.data.format > FORMAT)
    throw new CacheError(`${url} has format ${parsed.data.format}, this Benchbook reads ${FORMAT}. Update Benchbook.`, {
      code: 'ERR_CACHE_NEWER',
      url,
    })
  if (!parsed.success) throw damaged(store, name, 'is no manifest of Benchbook')
  return { manifest: parsed.data, etag }
}

/** Writes the manifest; false if the store reports that it is no longer the one required by `headers`. */
export async function writeManifest(
  store: StoreClient,
  manifest: Omit<StoreManifest, 'format'>,
  headers: Record<string, string> = {},
  name = MANIFEST_KEY,
): Promise<boolean> {
  const body = new TextEncoder().encode(`${JSON.stringify({ format: FORMAT, ...manifest })}\n`)
  return (await store.ask('PUT', name, { body, headers, taken: [409, 412] }, drained)).ok
}
