import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { CacheError } from '../errors.ts'
import { bodyOf, drained, honoursConditions, type StoreClient } from './client.ts'

const KEY = 'lease.json'
const MAX_BYTES = 4096
/** A lease that is not renewed for this time is free: its holder was killed, or lost its network. */
const LASTING_MS = 60_000

const leaseSchema = z.object({ holder: z.string(), since: z.string(), isFree: z.boolean() })

export interface Lease {
  /** Aborted when another crawl may have taken over. */
  lost: AbortSignal
  release: () => Promise<void>
}

/**
 * Reserves a store for one crawl. If another one has it, waits until that one renews it, and throws a {@link CacheError}, or no longer does.
 * Undefined for a store that ignores conditions on PUT, where nothing can be reserved.
 */
export async function takeLease(store: StoreClient, signal?: AbortSignal, lastingMs = LASTING_MS): Promise<Lease | undefined> {
  if (!(await honoursConditions(store))) return undefined
  const own = { holder: `process ${process.pid} on ${hostname()}`, since: new Date().toISOString(), isFree: false }
  // Different each time: entity tags are often those of the content.
  const write = (lease: object, headers: Record<string, string>) =>
    store.ask(
      'PUT',
      KEY,
      { body: new TextEncoder().encode(`${JSON.stringify({ ...lease, token: randomUUID() })}\n`), headers, taken: [409, 412] },
      async (response) => {
        await drained(response)
        return response.ok ? (response.headers.get('etag') ?? '') : undefined
      },
    )
  let etag = await write(own, { 'If-None-Match': '*' })
  const first = etag === undefined ? await read(store) : undefined
  let held = first
  for (let waitedMs = 0; etag === undefined; waitedMs += lastingMs / 4) {
    if (!held || held.lease.isFree || waitedMs > lastingMs)
      etag = await write(own, held ? { 'If-Match': held.etag } : { 'If-None-Match': '*' })
    else await sleep(lastingMs / 4, undefined, { ...(signal && { signal }) })
    held = await read(store)
    if (etag === undefined && held && held.etag !== first?.etag) throw leased(store, held.lease)
  }
  const lost = new AbortController()
  let renewedMs = performance.now()
  const renew = async (): Promise<void> => {
    try {
      const next = await write(own, { 'If-Match': etag ?? '' })
      if (next === undefined) return lost.abort(leased(store, (await read(store))?.lease ?? own))
      etag = next
      renewedMs = performance.now()
    } catch (error) {
      // The network may come back in time.
      if (performance.now() - renewedMs > lastingMs) lost.abort(error)
    }
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => (renewing = renewing.then(renew)), lastingMs / 3)
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer)
      await renewing
      if (!lost.signal.aborted) await write({ ...own, isFree: true }, { 'If-Match': etag ?? '' })
    },
  }
}

/** The lease in a store; undefined if there is none, or something else is at its place. */
async function read(store: StoreClient) {
  const { text, etag } = await store.ask('GET', KEY, { taken: [404] }, async (response) => ({
    text: (await bodyOf(response, MAX_BYTES))?.toString() ?? '',
    etag: response.headers.get('etag') ?? '',
  }))
  const lease = leaseSchema.safeParse(parseWhole(text)).data
  return lease && { lease, etag }
}

const leased = ({ address: { url } }: StoreClient, { holder, since }: z.infer<typeof leaseSchema>): CacheError =>
  new CacheError(`Another crawl works for ${url}: ${holder}, since ${since}. Wait for its end, or stop it. Nothing was changed.`, {
    code: 'ERR_STORE_LEASED',
    option: 'store',
    url,
  })
