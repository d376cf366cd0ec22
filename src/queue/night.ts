import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { asFleetOptions } from '../config.ts'
import { bodyOf, drained, type StoreClient } from '../store/client.ts'
import type { Ended } from './run-command.ts'

const KEY = 'night.json'
const MAX_BYTES = 256 * 1024
const MAX_NOTES = 20

const changes = z.object({ added: z.number(), changed: z.number(), removed: z.number() })
const nightSchema = z.object({
  product: z.string(),
  service: z.string(),
  /** The machine that ended it. */
  worker: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  /** `findings`: finished, but over a limit or with findings. */
  state: z.enum(['ok', 'findings', 'failed']),
  steps: z.array(z.object({ command: z.string(), exitCode: z.number(), ms: z.number() })),
  /** What failed or was found, in sentences. */
  notes: z.array(z.string()),
  requests: z.number(),
  /** Records, lists and files that were fetched, and that failed. */
  fetched: z.number(),
  failed: z.number(),
  pages: z.number(),
  rendered: z.number(),
  /** Of a night that failed: when the last one that did not has ended. */
  goodAt: z.string().optional(),
  /** Files of the site. */
  changes,
})

/** What became of a service in a night, as kept in its prefix of the store. */
export type Night = z.infer<typeof nightSchema>

/** The result of a service's commands. `before` is its last night. */
export function nightOf(
  ended: readonly Ended[],
  before: Night | undefined,
  facts: Pick<Night, 'product' | 'service' | 'worker' | 'startedAt'>,
): Night {
  const outputs = ended.map(({ output }) => output)
  const counts = outputs.flatMap(({ crawl }) => Object.values(crawl?.counts ?? {}))
  const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
  const builds = outputs.flatMap(({ build }) => build ?? [])
  const build = builds.at(-1)
  const goodAt = before?.state === 'failed' ? before.goodAt : before?.endedAt
  const worst = Math.max(...ended.map(({ exitCode }) => exitCode))
  const notes = outputs.flatMap(({ error, crawl, check }) => [
    ...(error ? [error.message] : []),
    ...(crawl?.complaints ?? []).map(({ message }) => message),
    ...(check?.findings ?? []).map(({ what }) => what),
  ])
  return {
    ...facts,
    endedAt: new Date().toISOString(),
    state: worst > 1 ? 'failed' : worst === 1 ? 'findings' : 'ok',
    steps: ended.map(({ command, exitCode, ms }) => ({ command, exitCode, ms })),
    notes: notes.slice(0, MAX_NOTES).map((note) => asFleetOptions(note, facts.service)),
    requests: sum(outputs.map(({ crawl }) => crawl?.requests ?? 0)),
    fetched: sum(counts.map(({ fetched }) => fetched)),
    failed: sum(counts.map(({ failed }) => failed)),
    pages: build?.pages ?? 0,
    // A merge renders nothing: its shards have.
    rendered: sum(builds.map(({ pages, keptPages }) => pages - keptPages)),
    ...(worst > 1 && goodAt && { goodAt }),
    changes: build?.changes ?? { added: 0, changed: 0, removed: 0 },
  }
}

/** `2026-01-31 02:00`, in UTC. */
export const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

/** For a night that failed, when the last good one ended; '' if there is none. */
export const lastGoodInWords = ({ goodAt }: Night): string => (goodAt === undefined ? '' : `The last good night ended ${minuteOf(goodAt)}.`)

export async function writeNight(store: StoreClient, night: Night): Promise<void> {
  await store.ask('PUT', KEY, { body: new TextEncoder().encode(`${JSON.stringify(night)}\n`) }, drained)
}

/** The last night of the service that a store is for; undefined if none has ended, or what is there is none. */
export async function readNight(store: StoreClient): Promise<Night | undefined> {
  const text = await store.ask('GET', KEY, { taken: [404] }, async (response) =>
    response.ok ? (await bodyOf(response, MAX_BYTES))?.toString() : (await drained(response), ''),
  )
  return nightSchema.safeParse(parseWhole(text ?? '')).data
}
