import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { CrawlFigures } from './crawl-once.ts'
import { runTree, withFolder } from './runs.ts'

const SERVICE = join(import.meta.dirname, 'service.ts')
const CRAWL_ONCE = join(import.meta.dirname, 'crawl-once.ts')

interface Row {
  latencyMs: number
  inFlight: number
  bare: CrawlFigures
  /** Only if the pace depends on nothing but this machine. */
  storing: CrawlFigures | undefined
  crawled: CrawlFigures
}

/**
 * Crawls a service of generated guides at each latency and concurrency, compared with a bare loop over the same addresses; returns the
 * section of the page on performance.
 */
export async function benchCrawl(
  guides: number,
  pictures: number,
  latenciesMs: readonly number[] = [0, 20, 50],
  widths: readonly number[] = [8, 16, 32],
): Promise<string> {
  const load = loadavg()[0] ?? 0
  const rows: Row[] = []
  await withFolder(async (folder) => {
    for (const latencyMs of latenciesMs)
      for (const inFlight of widths) {
        const words = [SERVICE, ...[guides, pictures, latencyMs].map(String)]
        const service = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
        try {
          const [url] = (await once(createInterface(service.stdout), 'line')) as [string]
          const run = async (how: string): Promise<CrawlFigures> => {
            const args = [CRAWL_ONCE, how, url, ...[guides, pictures, inFlight].map(String), folder]
            return JSON.parse((await runTree(process.execPath, args)).stdout) as CrawlFigures
          }
          const bare = await run('bare')
          const storing = latencyMs === 0 ? await run('storing') : undefined
          rows.push({ latencyMs, inFlight, bare, storing, crawled: await run('crawl') })
        } finally {
          service.kill()
        }
      }
  })
  return section(guides, pictures, rows, load)
}

const rateOf = ({ requests, ms }: CrawlFigures): number => (1000 * requests) / ms
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`

function lineOf({ latencyMs, inFlight, bare, storing, crawled }: Row): string {
  const figures = [
    latencyMs,
    inFlight,
    Math.round(rateOf(bare)),
    Math.round(rateOf(crawled)),
    percent(rateOf(crawled), rateOf(bare)),
    storing ? percent(rateOf(crawled), rateOf(storing)) : '–',
    latencyMs > 0 ? percent(rateOf(crawled), (1000 * inFlight) / latencyMs) : '–',
    `${(crawled.cpuMs / 1000).toFixed(1)} s (${(bare.cpuMs / 1000).toFixed(1)} s)`,
    `${Math.round(crawled.peakBytes / 1e6)} MB`,
  ]
  return `| ${figures.join(' | ')} |`
}

function section(guides: number, pictures: number, rows: readonly Row[], load: number): string {
  const after = loadavg()[0] ?? 0
  // The upper limit of any crawl at 0 ms.
  const shares = rows.flatMap(({ bare, storing }) => (storing ? [Math.round((100 * rateOf(storing)) / rateOf(bare))] : []))
  return `## Crawling

Measured by \`npm run bench -- crawl --guides ${guides} --pictures ${pictures}\` with Node ${process.versions.node} on ${cpus().length} cores
(${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load was ${load.toFixed(1)} before and ${after.toFixed(1)} after; a load above the number of cores means that other
programs were competing for them.

- Service, crawl and bare loop are separate processes.
- The bare loop requests the same guides and pictures with undici and discards them. The crawl also reads the lists, parses, validates, stores and flushes.
- The storing loop is a bare loop that also writes each answer to a file.
- The ideal is requests in flight ÷ latency.

The targets are 95 % of the bare loop at 20 and 50 ms, and 70 % at 0 ms. The latter is out of reach: the storing loop reaches
${Math.min(...shares)} to ${Math.max(...shares)} % of the bare loop, since creating a file takes longer than requesting it. The rest of a crawl's time at 0 ms is spent on one core, parsing, validating and
reading links.

| Latency, ms | In flight | Bare loop, requests/s | Crawl, requests/s | % of bare loop | % of storing loop | % of ideal | CPU (bare loop) | Peak memory |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(lineOf).join('\n')}
`
}
