import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { CacheError, sentence } from '../errors.ts'
import { drained, getObject, honoursConditions, type StoreClient } from './client.ts'

const KEY = 'lease.json'
const MAX_BYTES = 4096
/** A lease that is not renewed for this time is free: its holder was killed, or lost its network. */
const LASTING_MS = 60_000

const leaseSchema = z.object({ holder: z.string(), since: z.string(), isFree: z.boolean(), token: z.string() })
type Content = z.infer<typeof leaseSchema>

export type Lease = NonNullable<Awaited<ReturnType<typeof takeLease>>>

/**
 * Reserves a store for one crawl. If another one has it, waits until that one renews it, and throws a {@link CacheError}, or no longer does.
 * Undefined for a store that ignores conditions on PUT, where nothing can be reserved.
 */
export async function takeLease(
  store: StoreClient,
  { signal, onNote, lastingMs = LASTING_MS }: { signal?: AbortSignal; onNote?: (sentence: string) => void; lastingMs?: number } = {},
) {
  if (!(await honoursConditions(store))) return undefined
  const own = { holder: `process ${process.pid} on ${hostname()}`, since: new Date().toISOString(), isFree: false }
  const first = await read(store)
  let etag: string | undefined
  let held = first
  for (let waitedMs = 0; ; waitedMs += lastingMs / 4) {
    if (!held || held.content?.isFree || waitedMs > lastingMs) {
      etag = await write(store, own, held?.etag)
      if (etag !== undefined) break
    } else {
      if (waitedMs === 0) onNote?.(`Another crawl may work for ${store.address.url}${named(held.content)}: waiting for at most a minute.`)
      await sleep(lastingMs / 4, undefined, { ...(signal && { signal }) })
    }
    held = await read(store)
    if (held && !held.content?.isFree && held.etag !== first?.etag) throw leased(store, held.content)
  }
  const lost = new AbortController()
  let renewedMs = performance.now()
  const renew = async (): Promise<void> => {
    try {
      etag = await write(store, own, etag)
      if (etag === undefined) lost.abort(leased(store, (await read(store))?.content))
      renewedMs = performance.now()
    } catch (error) {
      // The network may come back in time.
      if (performance.now() - renewedMs > lastingMs) lost.abort(error)
    }
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => (renewing = renewing.then(() => (lost.signal.aborted ? undefined : renew()))), lastingMs / 3)
  return {
    /** Aborted when another crawl may have taken over. */
    lost: lost.signal,
    async release() {
      clearInterval(timer)
      await renewing
      if (lost.signal.aborted) return
      // Otherwise it is free once it has not been renewed for a minute.
      await write(store, { ...own, isFree: true }, etag).catch((error: unknown) => onNote?.(sentence(error)))
    },
  }
}

/** Writes a lease in place of the one with an entity tag, or of none; returns its own tag, or undefined if another one is there. */
async function write(store: StoreClient, lease: Omit<Content, 'token'>, before: string | undefined): Promise<string | undefined> {
  // Entity tags may be those of the content, which therefore is another one each time.
  const token = randomUUID()
  const body = new TextEncoder().encode(`${JSON.stringify({ ...lease, token })}\n`)
  const headers: Record<string, string> = before === undefined ? { 'If-None-Match': '*' } : { 'If-Match': before }
  const response = await store.ask('PUT', KEY, { body, headers, taken: [409, 412] }, drained)
  if (response.ok) return response.headers.get('etag') ?? ''
  // A request whose answer was lost is sent again, and then refused.
  const now = await read(store)
  return now?.content?.token === token ? now.etag : undefined
}

/** What is at the place of the lease in a store, with no content if it is none; undefined if nothing is there. */
async function read(store: StoreClient) {
  const { status, body, etag } = await getObject(store, KEY, MAX_BYTES)
  return status === 404 ? undefined : { content: leaseSchema.safeParse(parseWhole(String(body ?? ''))).data, etag }
}

const named = (content: Content | undefined): string => (content ? `, ${content.holder}, since ${content.since}` : '')

const leased = ({ address: { url } }: StoreClient, content: Content | undefined): CacheError =>
  new CacheError(`Another crawl works for ${url}${named(content)}. Wait for its end, or stop it. Nothing was changed.`, {
    code: 'ERR_STORE_LEASED',
    option: 'store',
    url,
  })
