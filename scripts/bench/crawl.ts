import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figures } from './figures.ts'
import { run, withService } from './run.ts'

export interface CrawlBench {
  guides: number
  pictures: number
  latenciesMs: readonly number[]
  inFlight: readonly number[]
}

interface Row {
  latencyMs: number
  inFlight: number
  bare: Figures
  crawled: Figures
}

/** Crawls a service of made-up guides at each latency and width, beside a bare loop over the same addresses; gives the section of the page on performance. */
export async function benchCrawl({ guides, pictures, latenciesMs, inFlight }: CrawlBench): Promise<string> {
  const load = loadavg()[0] ?? 0
  const rows: Row[] = []
  // The caches go at the end only: for minutes after files were deleted, ext4 looks through the places of all of them at each new file.
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-bench-'))
  try {
    for (const latencyMs of latenciesMs)
      for (const width of inFlight) {
        const row = await withService(guides, pictures, latencyMs, async (url) => {
          const args = [url, guides, pictures, width]
          return { latencyMs, inFlight: width, bare: await run('bare-loop', args), crawled: await run('crawl-once', [...args, folder]) }
        })
        console.log(lineOf(row))
        rows.push(row)
      }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return section(guides, pictures, rows, load)
}

const rateOf = ({ requests, ms }: Figures): number => (1000 * requests) / ms
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`

function lineOf({ latencyMs, inFlight, bare, crawled }: Row): string {
  const ideal = latencyMs > 0 ? percent(rateOf(crawled), (1000 * inFlight) / latencyMs) : '–'
  const figures = [
    latencyMs,
    inFlight,
    Math.round(rateOf(bare)),
    Math.round(rateOf(crawled)),
    percent(rateOf(crawled), rateOf(bare)),
    ideal,
    `${(crawled.cpuMs / 1000).toFixed(1)} s (${(bare.cpuMs / 1000).toFixed(1)} s)`,
    `${Math.round(crawled.peakBytes / 1e6)} MB`,
  ]
  return `| ${figures.join(' | ')} |`
}

function section(guides: number, pictures: number, rows: readonly Row[], load: number): string {
  const after = loadavg()[0] ?? 0
  return `## Crawling

Made by \`npm run bench -- crawl --guides ${guides} --pictures ${pictures}\` with Node ${process.versions.node} on ${cpus().length} cores
(${cpus()[0]?.model.trim() || 'of an unknown kind'}); the machine's load was ${load.toFixed(1)} before and ${after.toFixed(1)} after, so what a row says is
what was left of the machine. Service, crawl and bare loop are processes of their own. The bare loop asks for the same guides and pictures with undici and
drops them; the crawl also reads the lists, parses, checks and stores. "Of the ideal" is of in flight ÷ latency.

A load above the number of cores means that others had the machine: such rows show neither the best nor the worst, and bare loop and crawl, which run one
after the other, do not compare well. The aim, 95 % of the bare loop at 20 and 50 ms and 70 % at 0 ms, is to be judged on an idle machine.

| Latency, ms | In flight | Bare loop, requests/s | Crawl, requests/s | Of the bare loop | Of the ideal | CPU (bare loop) | Peak memory |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(lineOf).join('\n')}
`
}
