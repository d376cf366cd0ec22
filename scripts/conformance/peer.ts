import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { Mismatch, must } from './law.ts'
import { errorBody } from './shapes.ts'

const TIMEOUT_MS = 60_000
/** A service that asks to wait is waited for, so often and so long at most. */
const MAX_WAITS = 5
const MAX_WAIT_SECONDS = 60

export interface Answer {
  status: number
  headers: Headers
  text: string
}

export interface How {
  method?: 'OPTIONS' | 'PUT'
  headers?: Record<string, string>
  /** Send the token, which must be there. */
  asAdmin?: boolean
}

/** Any service of Content API 2.0, asked one request at a time. */
export class Peer {
  readonly #base: string
  readonly #userAgent: string
  readonly #token: string
  /** The request that was sent last, for messages. */
  lastRequest = ''

  /** `base` ends in `/api/2.0`. Without a token it is ''. */
  constructor(base: string, userAgent: string, token: string) {
    this.#base = base
    this.#userAgent = userAgent
    this.#token = token
  }

  /** Where the service stands, such as `http://127.0.0.1:4321`. */
  get origin(): string {
    return new URL(this.#base).origin
  }

  get hasToken(): boolean {
    return this.#token !== ''
  }

  /** What a path below the base answers, whatever it is. */
  async ask(path: string, { method, headers, asAdmin = false }: How = {}): Promise<Answer> {
    const url = `${this.#base}${path}`
    this.lastRequest = `${method ?? 'GET'} ${url}${asAdmin ? ' (with the token)' : ''}`
    const sent = { 'user-agent': this.#userAgent, ...headers, ...(asAdmin && { authorization: `api ${this.#token}` }) }
    for (let waits = 0; ; waits++) {
      const response = await fetch(url, { method: method ?? 'GET', headers: sent, signal: AbortSignal.timeout(TIMEOUT_MS) })
      const text = await response.text()
      if (response.status !== 429 || waits === MAX_WAITS) return { status: response.status, headers: response.headers, text }
      await sleep(1000 * Math.min(MAX_WAIT_SECONDS, Number(response.headers.get('retry-after')) || 5))
    }
  }

  /** The status and type of an address anywhere, without its body. */
  async head(url: string): Promise<{ status: number; type: string }> {
    this.lastRequest = `HEAD ${url}`
    const sent = { 'user-agent': this.#userAgent }
    const { status, headers } = await fetch(url, { method: 'HEAD', headers: sent, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status, type: headers.get('content-type') ?? 'no type' }
  }

  /** The answer of a path that must be 200, JSON and of a shape. */
  async read<T>(path: string, shape: z.ZodType<T>, how: How = {}): Promise<T> {
    const answer = await this.ask(path, how)
    must(answer.status === 200, `expected 200, got ${answer.status}: ${answer.text.slice(0, 200)}`)
    return readJson(answer, shape)
  }

  /** An answer that must be a refusal of one of these statuses, with the body that refusals have. */
  async refusal(path: string, statuses: readonly number[], how: How = {}): Promise<Answer & { errors: unknown[] | undefined }> {
    const answer = await this.ask(path, how)
    must(statuses.includes(answer.status), `expected ${statuses.join(' or ')}, got ${answer.status}: ${answer.text.slice(0, 200)}`)
    return { ...answer, errors: readJson(answer, errorBody).errors }
  }
}

/** The JSON of an answer, held against a shape. */
export function readJson<T>({ headers, text }: Answer, shape: z.ZodType<T>): T {
  const type = headers.get('content-type') ?? 'no content type'
  must(/^application\/json\b/.test(type), `expected JSON, got ${type}`)
  const parsed = shape.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
  throw new Mismatch(`"${path.map(String).join('.') || 'the whole answer'}" is wrong: ${message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Mismatch(`no JSON: ${text.slice(0, 100)}`)
  }
}
