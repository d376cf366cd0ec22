import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CacheReader } from '../cache/reader.ts'
import { isOurs, sentence } from '../errors.ts'
import { type Answer, jsonAnswer, preflightAnswer, refusalAnswer } from './answer.ts'
import { stubTitles } from './hierarchy.ts'
import { Lists } from './lists.ts'
import { once } from './once.ts'
import { fileAnswer } from './media-file.ts'
import { MediaPaths } from './media-paths.ts'
import { readQuery } from './query.ts'
import type { Refusal } from './reply.ts'
import { route } from './router.ts'
import { pause, send } from './send.ts'
import { counting, type Spoil } from './spoil.ts'

export const API_PATH = '/api/2.0'

export interface ServiceOptions {
  /** Where the service stands, such as `http://127.0.0.1:4321`; asked at each request, so it may be known late. */
  origin: () => string
  /** What `Authorization: api …` must say for private records; without one no token is right. */
  token?: string
  spoil?: Spoil
  /** Milliseconds that every answer takes longer. */
  latencyMs?: number
  /** Hears of errors that are no answer of ours; they end in 500. Default: a warning of the process. */
  onError?: (error: unknown) => void
}

/**
 * Content API 2.0, read side, over a finished cache: a request listener for `node:http`. It answers what lies below `/api/2.0` and the
 * media paths that its answers name; for any other path it does nothing and the promise gives `false`.
 */
export function serviceListener(
  cache: CacheReader,
  options: ServiceOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { onError = warn } = options
  const lists = new Lists(cache)
  const stubs = once<'CATEGORY', Set<string>>(() => stubTitles(cache))
  const media = new MediaPaths(cache, options.origin)
  const spoilOf = options.spoil ? counting(options.spoil) : () => ({})

  async function answerApi(request: IncomingMessage, target: string): Promise<Answer> {
    const visitor = visitorOf(request.headers.authorization, options.token)
    if (visitor === 'wrong token') return refusalAnswer(WRONG_TOKEN)
    const [path, search] = split(target)
    const { query, errors } = readQuery(new URLSearchParams(search))
    if (errors[0]) return refusalAnswer({ status: 422, message: `${errors[0].field} ${errors[0].message}`, errors })
    const isAdmin = visitor === 'admin'
    const reply = await route(path.slice(API_PATH.length).replace(/\/+$/, ''), { cache, lists, stubs, query, isAdmin })
    if ('status' in reply) return refusalAnswer(reply)
    const json = query.isPretty ? JSON.stringify(JSON.parse(reply.json), null, 4) : reply.json
    return jsonAnswer(media.repoint(json), request.headers, isAdmin)
  }

  async function answer(request: IncomingMessage, target: string): Promise<Answer> {
    if (request.method === 'OPTIONS') return preflightAnswer()
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusalAnswer(READ_ONLY)
    if (!media.owns(target)) return answerApi(request, target)
    const file = media.fileAt(target)
    return file ? fileAnswer(file, request.headers) : refusalAnswer({ status: 404, message: 'This file is not in this cache.' })
  }

  return async (request, response) => {
    const target = request.url ?? ''
    const [path] = split(target)
    if (path !== API_PATH && !path.startsWith(`${API_PATH}/`) && !media.owns(target)) return false
    const given = await answer(request, target).catch((error: unknown) => refusalAnswer(failure(error, onError)))
    await pause(options.latencyMs, response)
    await send(response, given, request.method === 'HEAD', spoilOf(request.method ?? '', target)).catch((error: unknown) => {
      onError(error)
      response.destroy()
    })
    return true
  }
}

const WRONG_TOKEN: Refusal = { status: 401, message: 'The token is not the right one. Send "Authorization: api TOKEN", or nothing.' }
const READ_ONLY: Refusal = { status: 405, message: 'This service is read only.' }

function failure(error: unknown, onError: (error: unknown) => void): Refusal {
  onError(error)
  return { status: 500, message: isOurs(error) ? sentence(error) : 'The service failed at this request.' }
}

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error))

function visitorOf(authorization: string | undefined, token: string | undefined): 'anyone' | 'admin' | 'wrong token' {
  if (authorization === undefined) return 'anyone'
  const given = /^api\s+(\S+)$/i.exec(authorization)?.[1]
  // Hashes are of one length, so that comparing takes as long for any token.
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given && token && timingSafeEqual(hash(given), hash(token)) ? 'admin' : 'wrong token'
}

/** Path and query as they came: a title may be `..`, which a URL parser would take for a folder. */
function split(target: string): [string, string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}
