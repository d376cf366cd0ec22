import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { mediaHash } from '../cache/layout.ts'
import { type CacheReader, WholeRecords } from '../cache/reader.ts'
import { isBenchbookError, sentence } from '../errors.ts'
import { type Answer, fileAnswer, NO_FILE, preflightAnswer, refusalAnswer, textAnswer, unlessKnown } from './answer.ts'
import { publicView, refusedName } from './hidden.ts'
import { knownOf } from './known.ts'
import { mediaPaths } from './media-paths.ts'
import { lruCache } from './lru-cache.ts'
import { readQuery } from './http/query.ts'
import { NOT_READABLE } from './answers/records.ts'
import { type Ask, invalid, type Refusal, type Reply } from './reply.ts'
import { route } from './answers/router.ts'
import { toXml } from './http/xml.ts'

export const API_PATH = '/api/2.0'

export interface ReplicaOptions {
  /** The service's origin, such as `http://127.0.0.1:4321`; evaluated at each request, so it may be known late. */
  origin: () => string
  /** The token required by `Authorization: api …` for private records; without one no token is valid. */
  token?: string
  /** The size of the cache of recent answers. */
  memoryBytes?: number
  /** Impersonates the service itself, for tests and a demo: answers that can be derived from others are not marked as derived. */
  impersonatesService?: boolean
  /** Called for unexpected errors (500), once per damaged record, and for damaged list lines. Default: a process warning. */
  onError?: (error: unknown) => void
}

/** A transport-independent request. `target` is the unmodified path and query: `/api/2.0/guides?limit=5`. */
interface Request {
  method: string
  target: string
  headers: IncomingHttpHeaders
}

/** Enough for the answers that a site's pages request repeatedly: each megabyte of it costs 1.3 of a process under load. */
const MEMORY_BYTES = 22 * 1024 * 1024
/** The size of an answer in addition to its body: its headers and its key. */
const ENTRY_BYTES = 1024
/** Longer than any address in the API's own answers or from its clients. */
const MAX_TARGET_LENGTH = 8192

/** Content API 2.0, read side, for one finished cache: maps requests to answers. `close` ends it. */
export type Replica = ReturnType<typeof replicaOf>

export function replicaOf(cache: CacheReader, { origin, token, memoryBytes, impersonatesService, onError = warn }: ReplicaOptions) {
  const records = new WholeRecords(cache)
  const known = knownOf(cache)
  const media = mediaPaths(cache, origin)
  const recent = lruCache<Answer>(memoryBytes ?? MEMORY_BYTES)
  const reported = new Set<string>()
  let underWay = 0
  let onIdle: (() => void) | undefined

  /** A cached answer, if there is one: a recent public one. */
  function recall({ method, target, headers }: Request): Answer | undefined {
    if (headers.authorization !== undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
    const answer = recent.get(target)
    return answer && unlessKnown(answer, headers)
  }

  /** A damaged record is reported once, however often it is requested. */
  function report(error: unknown): void {
    const isKnown = isBenchbookError(error) && reported.has(error.message)
    if (isBenchbookError(error)) reported.add(error.message)
    if (!isKnown) onError(error)
  }

  async function answerNew({ method, target, headers }: Request): Promise<Answer> {
    if (target.length > MAX_TARGET_LENGTH)
      return refusalAnswer({ status: 414, message: `The address is longer than ${MAX_TARGET_LENGTH} characters.` })
    if (method === 'OPTIONS') return preflightAnswer(headers)
    if (method !== 'GET' && method !== 'HEAD') return refusalAnswer({ status: 405, message: 'This service is read only.' })
    if (media.owns(target)) return answerFile(target)
    const visitor = visitorOf(headers.authorization, token)
    if (visitor === 'wrong token') return refusalAnswer(WRONG_TOKEN)
    const answer = await answerApi(target, visitor === 'admin')
    return unlessKnown(visitor === 'anyone' && answer.status === 200 ? kept(target, answer) : answer, headers)
  }

  async function answerFile(target: string): Promise<Answer> {
    const found = media.fileAt(target)
    if (found) return fileAnswer(found.file, found.insteadOf)
    const refused = await known.refused()
    const isRefused = media.addresses(target).some((url) => refused.has(refusedName({ kind: 'media', id: mediaHash(url) })))
    return refusalAnswer(isRefused ? NOT_READABLE : NO_FILE)
  }

  function kept(target: string, answer: Answer): Answer {
    if (!Buffer.isBuffer(answer.body)) return answer
    // Small buffers are slices of a shared pool, which they would keep in memory: cached ones are copied.
    const isOwn = answer.body.buffer.byteLength === answer.body.length
    const body = isOwn ? answer.body : Buffer.allocUnsafeSlow(answer.body.length)
    if (!isOwn) body.set(answer.body)
    const kept = { ...answer, body }
    recent.set(target, kept, body.length + 2 * target.length + ENTRY_BYTES)
    return kept
  }

  async function answerApi(target: string, isAdmin: boolean): Promise<Answer> {
    // Not by a URL parser: a title may be `..`, which it would treat as a folder.
    const [whole = '', ...rest] = target.slice(API_PATH.length).split('?')
    const path = whole.replace(/(?<!\/)\/+$/, '')
    if (climbs(path)) return refusalAnswer({ status: 400, message: 'A path with ".." in it leads nowhere here.' })
    const { query, errors } = readQuery(new URLSearchParams(rest.join('?')))
    if (errors[0]) return refusalAnswer({ status: 422, message: `${errors[0].field} ${errors[0].message}`, errors }, query.isPretty)
    const ask = { cache: records, known, query, isAdmin, privateKeys: isAdmin ? new Set<string>() : await known.privateKeys() }
    return inForm(await route(path, ask), ask)
  }

  function inForm(reply: Reply, { query: { isPretty, form }, isAdmin, privateKeys }: Omit<Ask, 'params'>): Answer {
    if ('status' in reply) return refusalAnswer(reply, isPretty)
    const stored = typeof reply.json === 'string' ? Buffer.from(reply.json) : reply.json
    const json = media.repoint(isAdmin ? stored : publicView(stored, privateKeys))
    if (form === 'XML' && !reply.xmlRoot) return refusalAnswer(NO_XML, isPretty)
    const isDerived = reply.madeOf !== undefined && !(impersonatesService && reply.madeOf === 'other answers')
    if (form === 'JSON' && !isPretty) return textAnswer(form, json, { isAdmin, isDerived })
    const value: unknown = JSON.parse(json.toString('utf8'))
    const text = form === 'XML' ? toXml(reply.xmlRoot ?? '', value, isPretty) : JSON.stringify(value, null, 4)
    return textAnswer(form, Buffer.from(text), { isAdmin, isDerived })
  }

  return {
    /** True for everything below `/api/2.0`, and for the media paths in answers, cached or not. */
    owns(target: string): boolean {
      if (target.startsWith(API_PATH)) return /^$|^[/?]/.test(target.slice(API_PATH.length, API_PATH.length + 1))
      return media.owns(target)
    },
    /** The answer to a request that it `owns`. Never rejects: an error becomes an answer too. */
    async answer(request: Request): Promise<Answer> {
      underWay++
      try {
        return recall(request) ?? (await answerNew(request))
      } catch (error) {
        report(error)
        return refusalAnswer({ status: 500, message: isBenchbookError(error) ? sentence(error) : 'The service failed at this request.' })
      } finally {
        if (--underWay === 0) onIdle?.()
      }
    },
    /** Closes its files when the last answer in progress is complete. */
    async close(): Promise<void> {
      if (underWay > 0) await new Promise<void>((resolve) => (onIdle = resolve))
      await known.close()
    },
  }
}

/** True for a path with `.` or `..` segments if it referred to folders. The title of a wiki may still be `..`. */
function climbs(path: string): boolean {
  if (!path.includes('.') && !/%2e/i.test(path)) return false
  const isWiki = /^\/wikis\/[a-z]+\//i.test(path)
  return path.split('/').some((segment, at) => DOTS.test(segment) && !(isWiki && at === 3))
}

const DOTS = /^(\.|%2e){1,2}$/i

/**
 * The client's role, by `Authorization: api TOKEN` (section 5). If the service has no token, none is valid. Credentials for a proxy in
 * front of the service (RFC 7617, RFC 7616) are passed on by many proxies, and are not a token.
 */
function visitorOf(authorization: string | undefined, token: string | undefined): 'anyone' | 'admin' | 'wrong token' {
  if (authorization === undefined || FOR_A_PROXY.test(authorization)) return 'anyone'
  const given = /^api\s+(\S+)$/i.exec(authorization)?.[1]
  // The hashes have equal length, so that the comparison takes constant time.
  return given && token && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer')) ? 'admin' : 'wrong token'
}

const FOR_A_PROXY = /^\s*$|^(basic|digest) /i

const WRONG_TOKEN: Refusal = { status: 401, message: 'The token is not the right one. Send "Authorization: api TOKEN", or nothing.' }
const NO_XML = invalid('type', 'can be XML for a guide or a category only.')

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error))
