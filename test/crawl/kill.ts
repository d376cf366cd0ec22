import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listPath, recordPath } from '../../src/cache/layout.ts'
import { startBenchbook } from '../benchbook.ts'
import type { Spoil } from '../replica/spoil.ts'

/** When to kill a crawl: at the arrival of this request, and so many milliseconds after it. */
export interface Moment {
  request: number
  afterMs: number
}

/** Watches a service: counts its requests, and kills the process that crawls it when its moment has come. */
export class Watch {
  asked: string[] = []
  #kill: { moment: Moment; now: () => void } | undefined

  readonly spoil: Spoil = ({ path, query }) => {
    const words = query.toString().replace(/=$/, '')
    this.asked.push(decodeURIComponent(`${path}${words && `?${words}`}`))
    if (this.asked.length === this.#kill?.moment.request) setTimeout(this.#kill.now, this.#kill.moment.afterMs)
    return undefined
  }

  /** Crawls in a process of its own, with options of Node. Returns what it asked for, and its exit code: null when it was killed. */
  async crawl(
    source: string,
    cache: string,
    moment?: Moment,
    node: readonly string[] = [],
  ): Promise<{ asked: string[]; code: number | null; stderr: string }> {
    this.asked = []
    const args = ['crawl', '--quiet', '--source', source, '--cache', cache, '--lang', 'all', '--concurrency', '4', '--sizes', 'standard']
    const { child, ended } = startBenchbook(args, { node })
    this.#kill = moment && { moment, now: () => void child.kill('SIGKILL') }
    const { code, stderr } = await ended
    this.#kill = undefined
    return { asked: this.asked, code, stderr }
  }
}

/** Every file of a cache with what it holds, but those of times and figures; of the manifest, what is neither. */
export async function contentOf(cache: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(cache, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /^(checked|report)\./.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'latin1')
    files.set(path.slice(cache.length + 1), entry.name === 'manifest.json' ? lasting(text) : text)
  }
  return files
}

/** The files of two caches that one of them lacks, or that differ: as {@link contentOf} gives them. */
export function differences(got: Map<string, string>, expected: Map<string, string>): string[] {
  const names = new Set([...got.keys(), ...expected.keys()])
  return [...names].filter((name) => got.get(name) !== expected.get(name))
}

function lasting(manifest: string): string {
  const { startedAt, finishedAt, changedAt, counts, ...rest } = JSON.parse(manifest) as Record<string, unknown>
  return JSON.stringify({ ...rest, hasTimes: !!startedAt && !!finishedAt && !!changedAt && !!counts })
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Changes a guide in its record and in the list, as an editor would. */
export async function edit(cache: string, guideid: number): Promise<void> {
  const record = join(cache, recordPath({ kind: 'guide', id: String(guideid) }))
  const guide = JSON.parse(await readFile(record, 'utf8')) as Record<string, unknown>
  const change = { title: `${String(guide.title)}, edited`, modified_date: 1_800_000_000 + guideid, revisionid: 900_000 + guideid }
  await writeFile(record, JSON.stringify({ ...guide, ...change }))
  const list = join(cache, listPath('guides'))
  const items = (await readFile(list, 'utf8')).trimEnd().split('\n')
  const edited = items.map((line) => {
    const item = JSON.parse(line) as Record<string, unknown>
    return item.guideid === guideid ? JSON.stringify({ ...item, ...change }) : line
  })
  await writeFile(list, `${edited.join('\n')}\n`)
}
