import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBenchbookError } from '../errors.ts'
import { type StoreAddress, storeAddress } from './address.ts'
import { codeIn, refusalOf, unreachable } from './refusals.ts'

/** The signing keys, from the variables of AWS. */
export interface StoreKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  region: string
}

export interface StoreOptions {
  url: string
  endpoint: string
  keys: StoreKeys
  signal?: AbortSignal
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'
interface Asked {
  query?: string
  body?: Uint8Array<ArrayBuffer> | Blob
  headers?: Record<string, string>
  /** Accepted statuses in addition to 200 and 204. */
  taken?: readonly number[]
}

/** The number of requests that are in progress at once. */
export const AT_ONCE = 8
const TRIES = 4
const FIRST_WAIT_MS = 200
const MAX_REFUSAL_BYTES = 64 * 1024
/** The timeout of a request, plus a second for every 16 KiB. */
const PATIENCE_MS = 60_000
const BYTES_A_SECOND = 16 * 1024

/** An S3 client for one bucket and prefix. Each request is signed, and retried after temporary failures of the network or the store. */
export class StoreClient {
  readonly address: StoreAddress
  readonly requests = { GET: 0, HEAD: 0, PUT: 0, DELETE: 0 }
  readonly #endpoint: string
  readonly #keys: StoreKeys
  readonly #signal: AbortSignal | undefined

  constructor({ url, endpoint, keys, signal }: StoreOptions) {
    this.address = storeAddress(url)
    this.#endpoint = endpoint
    this.#keys = keys
    this.#signal = signal
  }

  /** Requests one object, and passes the answer to `use`, which is called again if its body is truncated. '' is the bucket itself. */
  async ask<T>(method: Method, key: string, asked: Asked, use: (response: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      this.#signal?.throwIfAborted()
      try {
        const response = await this.#send(method, key, asked)
        if (response.ok || asked.taken?.includes(response.status)) return await use(response)
        const refusal = refusalOf(response.status, await this.#code(response), this.address, this.#endpoint)
        if (attempt === TRIES || !isPassing(response.status)) throw refusal
      } catch (error) {
        this.#signal?.throwIfAborted()
        if (isBenchbookError(error)) throw error
        if (attempt === TRIES) throw unreachable(error, this.#endpoint)
      }
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { ...(this.#signal && { signal: this.#signal }) })
    }
  }

  async #send(method: Method, key: string, { query = '', body, headers = {} }: Asked): Promise<Response> {
    this.requests[method]++
    const { bucket, prefix } = this.address
    const url = `${this.#endpoint}/${bucket}${key && `/${prefix}${key}`}${query}`
    // The store compares the body with the digest that was signed.
    const digest = body instanceof Uint8Array && { 'x-amz-content-sha256': hash('sha256', body) }
    const signed = await new AwsV4Signer({ method, url, headers: { ...digest, ...headers }, service: 's3', ...this.#keys }).sign()
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: this.#patience(body),
      ...(body && { body }),
    })
  }

  /** The error code of an answer; '' if it is one of the keys: a store may return anything. */
  async #code(response: Response): Promise<string> {
    const code = codeIn(String(await bodyOf(response, MAX_REFUSAL_BYTES)))
    return Object.values(this.#keys).includes(code) ? '' : code
  }

  /** While an answer is read, Node's own timeouts for a silent peer apply; sending has none. */
  #patience(body: Asked['body']): AbortSignal | null {
    if (body === undefined) return this.#signal ?? null
    const bytes = body instanceof Blob ? body.size : body.byteLength
    const timeout = AbortSignal.timeout(PATIENCE_MS + Math.ceil((1000 * bytes) / BYTES_A_SECOND))
    return this.#signal ? AbortSignal.any([this.#signal, timeout]) : timeout
  }
}

const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501)

/** The maximum drained from an unused answer. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** The bytes of an answer's body; undefined if there are more than `maxBytes`: a store may send endlessly. */
export async function bodyOf(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    if ((size += piece.byteLength) > maxBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A connection can be reused only after its answer's body was read. */
export async function drained(response: Response): Promise<Response> {
  await bodyOf(response, MAX_UNREAD_BYTES)
  return response
}
