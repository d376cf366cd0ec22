import { onTestFinished } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import type { RecordKind } from '../../src/model/resources.ts'
import type { RunningService } from '../../src/replica/http/server.ts'
import { ask as request } from '../hosts/answer.ts'
import { SAMPLE } from '../sample-copy.ts'
import { type SmallCache, smallCache } from '../cache/small-cache.ts'
import { type SpoiltOptions, startSpoiltService } from './spoil.ts'

export { SAMPLE }
const TOKEN = 'open-sesame'
export const WITH_TOKEN = { headers: { authorization: `api ${TOKEN}` } }

/** A service of the sample site until the test ends. */
export const serveSample = async (options: SpoiltOptions = {}): Promise<RunningService> =>
  untilTestEnds(await startSpoiltService(await openCache(SAMPLE), { token: TOKEN, impersonatesService: true, ...options }))

/** A service of a cache with only this content, until the test ends. */
export const serve = async (content: SmallCache, options: SpoiltOptions = {}): Promise<RunningService> =>
  untilTestEnds(await startSpoiltService((await smallCache(content)).cache, { token: TOKEN, ...options }))

/** A service of the cache in a folder until the test ends. */
export const startUntilTestEnds = async (folder: string, options: SpoiltOptions = {}): Promise<RunningService> =>
  untilTestEnds(await startSpoiltService(await openCache(folder), options))

function untilTestEnds(service: RunningService): RunningService {
  onTestFinished(() => service.close())
  return service
}

/** Fetches a path below `/api/2.0`: the status and the parsed body. */
export async function ask(service: Pick<RunningService, 'api'>, path: string, init?: RequestInit) {
  const response = await fetch(`${service.api}${path}`, init)
  return { status: response.status, body: (await response.json()) as unknown }
}

/** Sends a target and headers unchanged, where `fetch` would normalise them. */
export async function askRaw({ url }: RunningService, path: string, headers?: Record<string, string>) {
  const { status, body } = await request(url, path, headers)
  return { status, body: body.toString() }
}

/** What a crawl has stored of one record. */
export const record = (kind: RecordKind, id: string | number, body: unknown, lang?: string) => ({
  kind,
  id: String(id),
  body,
  ...(lang && { lang }),
})

/** The values of one field of a list that is answered with 200. */
export async function column(service: Pick<RunningService, 'api'>, path: string, field: string, init?: RequestInit): Promise<unknown[]> {
  const { status, body } = await ask(service, path, init)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return (body as Record<string, unknown>[]).map((item) => item[field])
}
