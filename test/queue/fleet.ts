import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { sendJson } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { memoryStore } from '../store/memory-store.ts'

export const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

/** Nights and shards on two cores, beside other tests. */
export const PATIENCE = { timeout: 240_000 * Number(process.env.TIME_FACTOR ?? 1) }

export interface Status {
  workers: string[]
  services: {
    name: string
    now: string
    next?: string
    last?: { state: string; pages: number; rendered: number }
    work: { isGone: boolean }[]
  }[]
}

/** A fleet's store, and the commands of its operator. */
export async function setUp(queue: string) {
  const store = await memoryStore('honoured')
  const folder = await temporaryFolder()
  const run = (words: string[], env: Record<string, string> = KEYS) => startBenchbook([...words, '--queue', queue], { cwd: folder, env })
  const fleet = async (services: object[], ...more: string[]) => {
    writeFileSync(join(folder, 'fleet.json'), JSON.stringify({ store: 's3://bucket/fleet', s3Endpoint: store.endpoint, services }))
    const { code, stdout, stderr } = await run(['fleet', 'fleet.json', ...more]).ended
    expect(code, stderr).toBe(0)
    return stdout
  }
  const worker = async (more: readonly string[] = [], env?: Record<string, string>) =>
    run(['worker', '--work', await temporaryFolder(), ...more], env)
  const status = async () => {
    const { stdout, stderr } = await run(['status', '--json']).ended
    if (stderr) throw new Error(stderr)
    return JSON.parse(stdout) as Status
  }
  return { store, fleet, worker, status }
}

/** A service that takes a while for each guide; `onAsked` gets the path of each request for one. */
export async function slowService(count: number, latencyMs: number, onAsked: (path: string) => void): Promise<string> {
  const all = guides(count)
  const { url } = await smallService({
    guides: all,
    instead: (path) => {
      const found = all.find(({ guideid }) => path === `/guides/${guideid}`)
      if (found) onAsked(path)
      return found && ((response) => setTimeout(() => sendJson(response, found), latencyMs))
    },
  })
  return url
}
