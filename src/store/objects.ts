import { createHash, hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ContentError } from '../errors.ts'
import { streamAtomically } from '../disk/atomic.ts'
import type { StoreClient } from './client.ts'

/** The kinds of object that a manifest names by the SHA-256 of their bytes. */
export const KINDS = ['objects', 'packs', 'indexes'] as const
export type Kind = (typeof KINDS)[number]

const OTHER_SUM = 'is damaged: its SHA-256 is another one'

/** The name of an object, from the digest of its bytes. */
export const keyOf = (kind: Kind, sha256: string): string => `${kind}/${sha256.slice(0, 2)}/${sha256}`

/** Has the store hold bytes under their digest, and verify it; gives the digest. */
export async function putBytes(store: StoreClient, kind: Kind, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sha256 = hash('sha256', bytes)
  await store.ask('PUT', keyOf(kind, sha256), { body: bytes }, drained)
  return sha256
}

/** {@link putBytes} for a file, which is not held in memory. */
export async function putFile(store: StoreClient, path: string, sha256: string): Promise<void> {
  await store.ask('PUT', keyOf('objects', sha256), { body: await openAsBlob(path), headers: { 'x-amz-content-sha256': sha256 } }, drained)
}

/** The bytes of an object that a manifest names. Throws a {@link ContentError} where they are others, or gone. */
export async function getBytes(store: StoreClient, kind: Kind, sha256: string): Promise<Buffer> {
  const key = keyOf(kind, sha256)
  const bytes = await store.ask('GET', key, { taken: [404] }, async (response) => {
    const body = Buffer.from(await response.arrayBuffer())
    return response.ok ? body : undefined
  })
  if (!bytes) throw damaged(store, key, 'is gone')
  if (hash('sha256', bytes) !== sha256) throw damaged(store, key, OTHER_SUM)
  return bytes
}

/** {@link getBytes} into a file, which is there only when it is whole: by its name and length, the next pull takes it for what it should be. */
export async function getFile(store: StoreClient, sha256: string, path: string): Promise<void> {
  const key = keyOf('objects', sha256)
  const found = await store.ask('GET', key, { taken: [404] }, async (response) => {
    if (!response.ok) return (await drained(response)).ok
    // No declarations know both kinds of stream.
    const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream)
    await streamAtomically(path, Readable.from(verified(body, sha256, () => damaged(store, key, OTHER_SUM))))
    return true
  })
  if (!found) throw damaged(store, key, 'is gone')
}

/** Pieces as they come; throws after the last one where they are not those of the digest. */
async function* verified(pieces: AsyncIterable<Uint8Array>, sha256: string, error: () => Error): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  for await (const piece of pieces) {
    digest.update(piece)
    yield piece
  }
  if (digest.digest('hex') !== sha256) throw error()
}

/** An answer without a body leaves its connection to the next one only when it was read. */
export const drained = async (response: Response): Promise<Response> => {
  await response.arrayBuffer()
  return response
}

export const damaged = ({ address: { url } }: StoreClient, key: string, what: string): ContentError =>
  new ContentError(
    `${url}/${key} ${what}. The folder was left as it is; push with \`full\` from a whole cache to mend the store, or pull again if somebody has just pushed.`,
    { code: 'ERR_STORE_DAMAGED', url: `${url}/${key}` },
  )

/** Half of the time that a prune leaves alone what nobody names: what is younger will still be there when the manifest is written. */
const LASTING_MS = 12 * 3_600_000

/** True for an object that a push cut short has sent not long ago. */
export async function isSent(store: StoreClient, sha256: string): Promise<boolean> {
  const { ok, headers } = await store.ask('HEAD', keyOf('objects', sha256), { taken: [404] }, drained)
  if (!ok) return false
  // Both are of the store's clock.
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '')
  return age < LASTING_MS
}
