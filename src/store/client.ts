import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { setTimeout as sleep } from 'node:timers/promises'
import { CacheError, isBenchbookError, sentence, SystemError, UnauthorisedError, UsageError } from '../errors.ts'
import { type StoreAddress, storeAddress } from './address.ts'

interface StoreOptions {
  url: string
  endpoint: string
  /** From the variables of AWS. */
  keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string; region: string }
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

/** The number of requests for media that are in progress at once: a store answers after 20 to 50 ms. */
export const MEDIA_AT_ONCE = 32
/** The same for packs and indexes, which are larger. */
export const AT_ONCE = 8
const TRIES = 4
const FIRST_WAIT_MS = 200
const MAX_REFUSAL_BYTES = 64 * 1024
/** The timeout of a request, plus a second for every 16 KiB. */
const PATIENCE_MS = 60_000
const BYTES_A_SECOND = 16 * 1024

/** An S3 client for one bucket and prefix. */
export type StoreClient = ReturnType<typeof storeClient>

/** Each request is signed, and retried after temporary failures of the network or the store. */
export function storeClient({ url, endpoint, keys, signal }: StoreOptions) {
  const address = storeAddress(url)
  const requests = { GET: 0, HEAD: 0, PUT: 0, DELETE: 0 }
  const signingKeys = new Map<string, ArrayBuffer>()

  async function send(method: Method, key: string, { query = '', body, headers = {} }: Asked): Promise<Response> {
    requests[method]++
    const { bucket, prefix } = address
    const url = `${endpoint}/${bucket}${key && `/${prefix}${key}`}${query}`
    // The store compares the body with the digest that was signed.
    const digest = body instanceof Uint8Array && { 'x-amz-content-sha256': hash('sha256', body) }
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...digest, ...headers },
      service: 's3',
      cache: signingKeys,
      ...keys,
    }).sign()
    return fetch(signed.url, { method, headers: signed.headers, redirect: 'manual', signal: patience(body), ...(body && { body }) })
  }

  /** The error code of an answer; '' if it is one of the keys: a store may return anything. */
  async function codeOf(response: Response): Promise<string> {
    const code = codeIn(String(await bodyOf(response, MAX_REFUSAL_BYTES)))
    return Object.values(keys).includes(code) ? '' : code
  }

  /** While an answer is read, Node's own timeouts for a silent peer apply; sending has none. */
  function patience(body: Asked['body']): AbortSignal | null {
    if (body === undefined) return signal ?? null
    const bytes = body instanceof Blob ? body.size : body.byteLength
    const timeout = AbortSignal.timeout(PATIENCE_MS + Math.ceil((1000 * bytes) / BYTES_A_SECOND))
    return signal ? AbortSignal.any([signal, timeout]) : timeout
  }

  /** Requests one object, and passes the answer to `use`, which is called again if its body is truncated. '' is the bucket itself. */
  async function ask<T>(method: Method, key: string, asked: Asked, use: (response: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      try {
        const response = await send(method, key, asked)
        if (response.ok || asked.taken?.includes(response.status)) return await use(response)
        const refusal = refusalOf(response.status, await codeOf(response), address, endpoint)
        if (attempt === TRIES || !isPassing(response.status)) throw refusal
      } catch (error) {
        signal?.throwIfAborted()
        if (isBenchbookError(error)) throw error
        if (attempt === TRIES) throw unreachable(error, endpoint)
      }
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { ...(signal && { signal }) })
    }
  }

  return { address, requests, ask }
}

/** True if test requests show that the store honours conditions on PUT: some answer 501, others silently overwrite. */
export async function honoursConditions(store: StoreClient): Promise<boolean> {
  const body = new TextEncoder().encode('probe')
  const put = async (headers: Record<string, string>): Promise<number> =>
    (await store.ask('PUT', 'probe', { body, headers, taken: [400, 404, 409, 412, 501] }, drained)).status
  const first = await put({ 'If-None-Match': '*' })
  if (first !== 200 && first !== 412) return false
  return (await put({ 'If-None-Match': '*' })) === 412 && (await put({ 'If-Match': '"00000000000000000000000000000000"' })) === 412
}

const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501)

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

/** An object by its key, up to `maxBytes`: without a body if it is larger, and with status 404 if there is none. */
export const getObject = (store: StoreClient, key: string, maxBytes: number) =>
  store.ask('GET', key, { taken: [404] }, async (response) => {
    return { status: response.status, body: await bodyOf(response, maxBytes), etag: response.headers.get('etag') ?? '' }
  })

/** The code of an error answer, such as NoSuchBucket; '' if the store gives none, as for HEAD. */
export const codeIn = (xml: string): string => /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1] ?? ''

const KEYS = /^(?:SignatureDoesNotMatch|InvalidAccessKeyId|InvalidToken|ExpiredToken|AuthorizationHeaderMalformed)$/
const CLOCK = /^(?:RequestTimeTooSkewed|RequestExpired)$/
const BUCKET = /^(?:NoSuchBucket|InvalidBucketName|PermanentRedirect)$/

/** The error for an answer that ends a command. It contains neither keys nor the store's own words: some repeat what was signed. */
function refusalOf(status: number, code: string, { bucket, url }: StoreAddress, endpoint: string): Error {
  const facts = { url, status }
  if (CLOCK.test(code))
    return new SystemError(
      `The store at ${endpoint} refuses the time of this machine, ${new Date().toISOString()} (${code}). Set the clock, and try again.`,
      { ...facts, code: 'ERR_STORE_CLOCK' },
    )
  if (BUCKET.test(code))
    return new UsageError(`The store at ${endpoint} has no bucket "${bucket}" (${code}). Make it, or name another one with \`store\`.`, {
      ...facts,
      code: 'ERR_STORE_BUCKET',
      option: 'store',
    })
  if (KEYS.test(code) || status === 401 || status === 403)
    return new UnauthorisedError(
      `The store at ${endpoint} refuses the keys for ${url} (${code || status}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, and what the keys may do.`,
      { ...facts, code: 'ERR_STORE_REFUSED' },
    )
  return new SystemError(`The store at ${endpoint} answered ${status}${code && ` (${code})`} for ${url}. Try again later.`, {
    ...facts,
    code: 'ERR_STORE_REFUSED',
  })
}

const unreachable = (cause: unknown, endpoint: string): Error =>
  new SystemError(
    `The store at ${endpoint} cannot be reached: ${sentence(cause instanceof Error && cause.cause ? cause.cause : cause)}. Check \`s3Endpoint\` and the network.`,
    { cause, code: 'ERR_STORE_UNREACHABLE', option: 's3Endpoint', url: endpoint },
  )

/** The error for a concurrent writer. */
export const storeChanged = (url: string): Error =>
  new CacheError(
    `Another push to ${url} has finished since this cache was pulled. Nothing was changed: pull it into another folder, or push with \`replace\`.`,
    { code: 'ERR_STORE_CHANGED', url },
  )
