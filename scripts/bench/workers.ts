import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withFolder, withService } from './run.ts'

const COMMAND = fileURLToPath(new URL('../benchbook.mjs', import.meta.url))
const LATENCY_MS = 50
const CONCURRENCY = 8
const WORKERS = 4
const MAX_RATE = 100

interface Run {
  workers: number
  /** With Redis between the workers. */
  isShared: boolean
  maxRate: number
  requests: number
  ms: number
}

/** Crawls a service by one process, by one worker and by four, with and without a limit of the rate; gives the section of the page on performance. */
export async function benchWorkers(guides: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  const runs: Run[] = []
  await withFolder((folder) =>
    withRedis(folder, async (redis) => {
      for (const [workers, isShared, maxRate] of [
        [1, false, 0],
        [1, true, 0],
        [WORKERS, true, 0],
        [WORKERS, true, MAX_RATE],
      ] as const) {
        const figures = await withService(guides, 3 * guides, LATENCY_MS, async (url) =>
          crawl(url, await mkdtemp(join(folder, 'cache-')), workers, isShared ? redis : '', maxRate),
        )
        runs.push({ workers, isShared, maxRate, ...figures })
        console.log(lineOf(runs.at(-1) as Run, runs))
      }
    }),
  )
  return section(guides, runs, load)
}

/** What the workers' reports come to: requests of all, in the time of the one that led. */
async function crawl(
  source: string,
  cache: string,
  workers: number,
  queue: string,
  maxRate: number,
): Promise<{ requests: number; ms: number }> {
  const words = ['crawl', '--json', '--source', source, '--cache', cache, '--sizes', 'standard', '--concurrency', String(CONCURRENCY)]
  const more = [...(queue ? ['--queue', queue] : []), ...(maxRate ? ['--max-rate', String(maxRate)] : [])]
  const ends = await Promise.all(
    Array.from({ length: workers }, () =>
      promisify(execFile)(process.execPath, [COMMAND, ...words, ...more], { maxBuffer: 64 * 1024 * 1024 }),
    ),
  )
  const reports = ends.map(({ stdout }) => JSON.parse(stdout) as { requests: number; ms: number; worker?: { led: boolean } })
  const leader = reports.find(({ worker }) => worker?.led !== false)
  if (!leader) throw new Error('No worker led.')
  return { requests: leader.requests, ms: leader.ms }
}

async function withRedis<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
  const redis = spawn('redis-server', words, { stdio: 'ignore' })
  const failed = once(redis, 'error').then(([error]) => {
    throw new Error('This benchmark needs redis-server.', { cause: error })
  })
  try {
    return await Promise.race([failed, work(`redis://127.0.0.1:${port}`)])
  } finally {
    redis.kill()
  }
}

const rateOf = ({ requests, ms }: Run): number => (1000 * requests) / ms

function lineOf(run: Run, runs: readonly Run[]): string {
  const one = runs.find(({ workers, isShared }) => workers === 1 && isShared)
  const figures = [
    run.isShared ? run.workers : 'none: one process',
    run.maxRate || '–',
    run.requests,
    `${(run.ms / 1000).toFixed(1)} s`,
    rateOf(run).toFixed(1),
    one ? (rateOf(run) / rateOf(one)).toFixed(2) : '–',
  ]
  return `| ${figures.join(' | ')} |`
}

function section(guides: number, runs: readonly Run[], load: number): string {
  return `## Workers that share a crawl

Measured by \`npm run bench -- workers --guides ${guides}\` with Node ${process.versions.node} on ${cpus().length} cores, which also ran the service (${LATENCY_MS} ms of latency) and Redis.
The system load was ${load.toFixed(1)} before. Each worker has \`--concurrency ${CONCURRENCY}\`.

| Workers | \`--max-rate\` | Requests | Time | Requests/s | × of one worker |
| ---: | ---: | ---: | ---: | ---: | ---: |
${runs.map((run) => lineOf(run, runs)).join('\n')}
`
}
