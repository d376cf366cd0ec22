import { cpus, loadavg } from 'node:os'
import autocannon from 'autocannon'
import { Child } from './child.ts'
import { DOINGS, MAKERS, makeCache, PARTS, titleOf } from './made-cache.ts'
import { withFolder } from './run.ts'

const CONNECTIONS = 64
const WARM_UP_SECONDS = 2
const API = '/api/2.0'
const LIST_LIMIT = 20

interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

interface Row {
  name: string
  paths: number
  replica: Load
  bare: Load
}

/** What is asked: every path before any is asked again, so that what was answered last is of no help. */
function kinds(guides: number): [string, string[]][] {
  const ids = Array.from({ length: guides }, (_, index) => 1 + ((index * 7919) % guides))
  const words = DOINGS.flatMap((doing) => PARTS.flatMap((part) => MAKERS.map((maker) => `${doing} ${part} ${maker}`)))
  const search = (text: string, limit = 20) => `${API}/search/${encodeURIComponent(text)}?limit=${limit}`
  return [
    ['details of guides', ids.map((id) => `${API}/guides/${id}`)],
    [`lists of ${LIST_LIMIT} guides`, ids.map((id) => `${API}/guides?limit=${LIST_LIMIT}&offset=${Math.min(id, guides - LIST_LIMIT)}`)],
    ['searches by three words', [20, 19, 18, 17, 16].flatMap((limit) => words.map((text) => search(text, limit)))],
    ['searches by title', ids.map((id) => search(titleOf(id)))],
  ]
}

/** Asks a replica of so many guides, and a bare server that has the same bytes in memory; gives the section of the page on performance. */
export async function benchServe(guides: number, seconds: number): Promise<string> {
  const before = loadavg()[0] ?? 0
  const rows: Row[] = []
  await import('../compile.ts')
  return withFolder(async (folder) => {
    await makeCache(folder, guides)
    const replica = new Child('replica.mjs', [folder])
    try {
      const url = await replica.says<string>()
      const atStart = await replica.says<number>('memory')
      for (const [name, paths] of kinds(guides)) rows.push(await measured(url, name, [...new Set(paths)], seconds))
      return section(guides, rows, { atStart, peak: await replica.says<number>('memory') }, before)
    } finally {
      replica.stop()
    }
  })
}

async function measured(url: string, name: string, paths: string[], seconds: number): Promise<Row> {
  const bare = new Child('bare-server.ts', [url])
  try {
    const bareUrl = await bare.says<string>(paths)
    const row = { name, paths: paths.length, replica: await load(url, paths, seconds), bare: await load(bareUrl, paths, seconds) }
    console.log(lineOf(row))
    return row
  } finally {
    bare.stop()
  }
}

async function load(url: string, paths: readonly string[], seconds: number): Promise<Load> {
  let asked = 0
  const next = { setupRequest: (request: autocannon.Request) => ({ ...request, path: paths[asked++ % paths.length] ?? '' }) }
  const run = (duration: number) => autocannon({ url, connections: CONNECTIONS, duration, requests: [next] })
  await run(WARM_UP_SECONDS)
  const { requests, latency, errors, non2xx } = await run(seconds)
  if (errors + non2xx > 0) throw new Error(`${url} failed ${errors} requests and refused ${non2xx}.`)
  return { perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 }
}

function lineOf({ name, paths, replica, bare }: Row): string {
  const figures = [
    `${name} (${paths} different)`,
    Math.round(bare.perSecond),
    Math.round(replica.perSecond),
    `${Math.round((100 * replica.perSecond) / bare.perSecond)} %`,
    `${bare.p99Ms} ms`,
    `${replica.p50Ms} ms`,
    `${replica.p99Ms} ms`,
  ]
  return `| ${figures.join(' | ')} |`
}

function section(guides: number, rows: readonly Row[], bytes: { atStart: number; peak: number }, before: number): string {
  const after = loadavg()[0] ?? 0
  return `## Serving

Measured by \`npm run bench -- serve --guides ${guides}\` with Node ${process.versions.node} on ${cpus().length} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system
load was ${before.toFixed(1)} before and ${after.toFixed(1)} after; a load above the number of cores means that other programs were competing for them.

- ${CONNECTIONS} connections send requests without a pause (autocannon), first to the replica, then to a bare \`node:http\` server that sends the same bytes from memory.
  Client, replica and bare server are separate processes.
- Every path is requested once before any is requested again, so the cache of recent answers only helps where all of them fit: searches by title do at 10,000 guides.
- The replica is the compiled one of the package. Its memory peaked at ${Math.round(bytes.peak / 1e6)} MB; before the first request it was ${Math.round(bytes.atStart / 1e6)} MB.

The targets on an idle machine: details at least 40 % of the bare server, lists at least 25 %, p99 of a search under 25 ms, memory under 200 MB.

| Request | Bare server, requests/s | Replica, requests/s | % of bare server | p99, bare | p50 | p99 |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(lineOf).join('\n')}
`
}
