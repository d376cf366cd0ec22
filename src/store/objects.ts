import { hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { ContentError } from '../errors.ts'
import { streamAtomically, writePart } from '../disk/atomic.ts'
import { sha256Of } from '../disk/sha256.ts'
import { drained, getObject, type StoreClient } from './client.ts'

/** The kinds of object that a manifest references by the SHA-256 of their bytes. */
export const KINDS = ['objects', 'packs', 'indexes'] as const
type Kind = (typeof KINDS)[number]

/** The name of an object, from the digest of its bytes. */
export const objectName = (kind: Kind, sha256: string): string => `${kind}/${sha256.slice(0, 2)}/${sha256}`

/** Stores bytes under their digest, which the store verifies; returns the digest. */
export async function putBytes(store: StoreClient, kind: Kind, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sha256 = hash('sha256', bytes)
  await store.ask('PUT', objectName(kind, sha256), { body: bytes }, drained)
  return sha256
}

/** {@link putBytes} for a file, which is not read into memory. */
export async function putFile(store: StoreClient, path: string, sha256: string): Promise<void> {
  const asked = { body: await openAsBlob(path), headers: { 'x-amz-content-sha256': sha256 } }
  await store.ask('PUT', objectName('objects', sha256), asked, drained)
}

/** The bytes of an object referenced by a manifest. Throws a {@link ContentError} if they differ, exceed `maxBytes`, or are gone. */
export async function getBytes(store: StoreClient, kind: Kind, sha256: string, maxBytes: number): Promise<Buffer> {
  const key = objectName(kind, sha256)
  const { status, body } = await getObject(store, key, maxBytes)
  if (status === 404) throw damaged(store, key, 'is gone')
  if (!body) throw damaged(store, key, `is larger than ${maxBytes} bytes`)
  if (hash('sha256', body) !== sha256) throw damaged(store, key, 'is damaged: its SHA-256 is another one')
  return body
}

/** Up to this length, reading a file into memory costs less than streaming it. */
const SHORT_BYTES = 1_000_000

/** {@link getBytes} for a file of `size` bytes, into a file. */
export async function getFile(store: StoreClient, { sha256, size }: { sha256: string; size: number }, path: string): Promise<void> {
  if (size <= SHORT_BYTES) return writePart(path, await getBytes(store, 'objects', sha256, size))
  const key = objectName('objects', sha256)
  const found = await store.ask('GET', key, { taken: [404] }, async (response) => {
    if (!response.ok) return (await drained(response)).ok
    await streamAtomically(path, Readable.from(upTo(size, response.body ?? [])))
    return true
  })
  if (!found) throw damaged(store, key, 'is gone')
  if (sha256Of(path) !== sha256) throw damaged(store, key, 'is damaged: its SHA-256 is another one')
}

/** The chunks of a file up to its expected size: its digest detects the rest. */
async function* upTo(size: number, pieces: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const piece of pieces) {
    yield piece
    if ((left -= piece.byteLength) < 0) return
  }
}

export const damaged = ({ address: { url } }: StoreClient, key: string, what: string): ContentError =>
  new ContentError(
    `${url}/${key} ${what}. Nothing was changed. If somebody has just pushed, try again; otherwise push with \`replace\` from a whole cache to mend the store.`,
    { code: 'ERR_STORE_DAMAGED', url: `${url}/${key}` },
  )

/** Half the age below which a prune keeps unreferenced objects: younger ones will still exist when the manifest is written. */
const LASTING_MS = 12 * 3_600_000

/** True for an object sent recently by an interrupted push. */
export async function isSent(store: StoreClient, sha256: string): Promise<boolean> {
  const { ok, headers } = await store.ask('HEAD', objectName('objects', sha256), { taken: [404] }, drained)
  if (!ok) return false
  // Both use the store's clock.
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '')
  return age < LASTING_MS
}
