import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBenchbook } from '../benchbook.ts'
import { editGuide } from '../cache/edited-guide.ts'
import type { Spoil } from '../replica/spoil.ts'

/** When to kill a crawl: this number of milliseconds after the arrival of this request. */
export interface Moment {
  request: number
  afterMs: number
}

/** Watches a service: counts its requests, and kills the process that crawls it at the given moment. */
export function makeWatch() {
  let asked: string[] = []
  let kill: { moment: Moment; now: () => void } | undefined
  const spoil: Spoil = ({ path, query }) => {
    const words = query.toString().replace(/=$/, '')
    asked.push(decodeURIComponent(`${path}${words && `?${words}`}`))
    if (asked.length === kill?.moment.request) setTimeout(kill.now, kill.moment.afterMs)
    return undefined
  }
  return {
    spoil,
    /** Crawls in a separate process, with options of Node. Returns its requests, and its exit code: null if it was killed. */
    async crawl(source: string, cache: string, moment?: Moment, node: readonly string[] = []) {
      asked = []
      const args = ['crawl', '--quiet', '--source', source, '--cache', cache, '--lang', 'all', '--concurrency', '4', '--sizes', 'standard']
      const { child, ended } = startBenchbook(args, { node })
      kill = moment && { moment, now: () => void child.kill('SIGKILL') }
      const { code, stderr } = await ended
      kill = undefined
      return { asked, code, stderr }
    },
  }
}

/** Every file of a cache with its content, except those of times and figures; of the manifest, the rest. */
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

function lasting(manifest: string): string {
  const { startedAt, finishedAt, changedAt, counts, secret, ...rest } = JSON.parse(manifest) as Record<string, unknown>
  return JSON.stringify({ ...rest, isWhole: [startedAt, finishedAt, changedAt, counts, secret].every(Boolean) })
}

export { chanceOf as randomFrom } from '../../scripts/bench/chance.ts'

/** Changes a guide in its record and in the list, as an editor would. */
export const edit = (cache: string, guideid: number): Promise<void> =>
  editGuide(cache, guideid, (guide) => void (guide.title += ', edited'))
