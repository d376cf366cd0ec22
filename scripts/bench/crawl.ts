import { cpus, loadavg } from 'node:os'
import type { Figures } from './figures.ts'
import { run, withFolder, withService } from './run.ts'

export interface CrawlBench {
  guides: number
  pictures: number
  latenciesMs: readonly number[]
  inFlight: readonly number[]
}

export const QUICK_CRAWL: CrawlBench = { guides: 100, pictures: 300, latenciesMs: [0, 20], inFlight: [16] }
export const WHOLE_CRAWL = { latenciesMs: [0, 20, 50], inFlight: [8, 16, 32] }

interface Row {
  latencyMs: number
  inFlight: number
  bare: Figures
  /** The same, with a file written for each response: only if the pace depends on nothing but this machine. */
  storing: Figures | undefined
  crawled: Figures
}

/**
 * Crawls a service of generated guides at each latency and concurrency, compared with a bare loop over the same addresses; returns the
 * section of the page on performance.
 */
export async function benchCrawl({ guides, pictures, latenciesMs, inFlight }: CrawlBench): Promise<string> {
  const load = loadavg()[0] ?? 0
  const rows: Row[] = []
  await withFolder(async (folder) => {
    for (const latencyMs of latenciesMs)
      for (const width of inFlight) {
        const row = await withService(guides, pictures, latencyMs, async (url) => {
          const args = [url, guides, pictures, width]
          const bare = await run('bare-loop', args)
          const storing = latencyMs === 0 ? await run('bare-loop', [...args, folder]) : undefined
          return { latencyMs, inFlight: width, bare, storing, crawled: await run('crawl-once', [...args, folder]) }
        })
        console.log(lineOf(row))
        rows.push(row)
      }
  })
  return section(guides, pictures, rows, load)
}

const rateOf = ({ requests, ms }: Figures): number => (1000 * requests) / ms
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`

function lineOf({ latencyMs, inFlight, bare, storing, crawled }: Row): string {
  const ideal = latencyMs > 0 ? percent(rateOf(crawled), (1000 * inFlight) / latencyMs) : '–'
  const figures = [
    latencyMs,
    inFlight,
    Math.round(rateOf(bare)),
    Math.round(rateOf(crawled)),
    percent(rateOf(crawled), rateOf(bare)),
    storing ? percent(rateOf(crawled), rateOf(storing)) : '–',
    ideal,
    `${(crawled.cpuMs / 1000).toFixed(1)} s (${(bare.cpuMs / 1000).toFixed(1)} s)`,
    `${Math.round(crawled.peakBytes / 1e6)} MB`,
  ]
  return `| ${figures.join(' | ')} |`
}

/** The upper limit of any crawl at 0 ms. */
function limitOf(rows: readonly Row[]): string {
  const shares = rows.flatMap(({ bare, storing }) => (storing ? [Math.round((100 * rateOf(storing)) / rateOf(bare))] : []))
  if (shares.length === 0) return ''
  return `The latter is out of reach: the storing loop reaches
${Math.min(...shares)} to ${Math.max(...shares)} % of the bare loop, since creating a file takes longer than requesting it. `
}

function section(guides: number, pictures: number, rows: readonly Row[], load: number): string {
  const after = loadavg()[0] ?? 0
  return `## Crawling

Measured by \`npm run bench -- crawl --guides ${guides} --pictures ${pictures}\` with Node ${process.versions.node} on ${cpus().length} cores
(${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load was ${load.toFixed(1)} before and ${after.toFixed(1)} after; a load above the number of cores means that other
programs were competing for them.

- Service, crawl and bare loop are separate processes.
- The bare loop requests the same guides and pictures with undici and discards them. The crawl also reads the lists, parses, validates, stores and flushes.
- The storing loop is a bare loop that also writes each answer to a file.
- The ideal is requests in flight ÷ latency.

The targets are 95 % of the bare loop at 20 and 50 ms, and 70 % at 0 ms. ${limitOf(rows)}The rest of a crawl's time at 0 ms is spent on one core, parsing, validating and
reading links.

| Latency, ms | In flight | Bare loop, requests/s | Crawl, requests/s | % of bare loop | % of storing loop | % of ideal | CPU (bare loop) | Peak memory |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(lineOf).join('\n')}
`
}
