import { cpus, loadavg } from 'node:os'
import type { Figures } from './figures.ts'
import { run, withFolder, withService } from './run.ts'

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
  /** The same, with a file written for each answer: only where nothing but this machine sets the pace. */
  storing: Figures | undefined
  crawled: Figures
}

/** Crawls services of so many guides, with three pictures each, as fast as it goes; gives the section on memory. */
export async function benchMemory(sizes: readonly number[]): Promise<string> {
  const rows: { guides: number; figures: Figures }[] = []
  await withFolder(async (folder) => {
    for (const guides of sizes) {
      const args = [guides, 3 * guides, 16, folder]
      rows.push({ guides, figures: await withService(guides, 3 * guides, 0, (url) => run('crawl-once', [url, ...args])) })
    }
  })
  const least = Math.min(...rows.map(({ figures }) => figures.peakBytes))
  const lines = rows.map(({ guides, figures: { peakBytes, ms } }) => {
    const cells = [guides, 3 * guides, `${Math.round(peakBytes / 1e6)} MB`, (peakBytes / least).toFixed(2), `${Math.round(ms / 1000)} s`]
    return `| ${cells.join(' | ')} |`
  })
  return `## Memory of a crawl

Made by \`npm run bench -- memory\` with Node ${process.versions.node}: the most that the process of a whole crawl held (resident), against the smallest
of the rows.

| Guides | Pictures | Peak memory | Times the least | Time |
| ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`
}

/** Crawls a service of made-up guides at each latency and width, beside a bare loop over the same addresses; gives the section of the page on performance. */
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

/** What no crawl can be better than at 0 ms. */
function limitOf(rows: readonly Row[]): string {
  const shares = rows.flatMap(({ bare, storing }) => (storing ? [Math.round((100 * rateOf(storing)) / rateOf(bare))] : []))
  if (shares.length === 0) return ''
  return `That last one is out of reach: the loop that writes each answer into a file
reaches ${Math.min(...shares)} to ${Math.max(...shares)} % of the bare one, since making a file takes longer than asking for it. `
}

function section(guides: number, pictures: number, rows: readonly Row[], load: number): string {
  const after = loadavg()[0] ?? 0
  return `## Crawling

Made by \`npm run bench -- crawl --guides ${guides} --pictures ${pictures}\` with Node ${process.versions.node} on ${cpus().length} cores
(${cpus()[0]?.model.trim() || 'of an unknown kind'}); the machine's load was ${load.toFixed(1)} before and ${after.toFixed(1)} after, so what a row says is
what was left of the machine. Service, crawl and bare loop are processes of their own. The bare loop asks for the same guides and pictures with undici and
drops them; the crawl also reads the lists, parses, checks, stores and flushes. "Of one that stores" is of a loop that writes each answer into a file, no more.
"Of the ideal" is of in flight ÷ latency. A load above the number of cores means that others had the machine.

The aims are 95 % of the bare loop at 20 and 50 ms, and 70 % at 0 ms. ${limitOf(rows)}The rest of a crawl's time at 0 ms, work for one core, parses, checks and reads links.

| Latency, ms | In flight | Bare loop, requests/s | Crawl, requests/s | Of the bare loop | Of one that stores | Of the ideal | CPU (bare loop) | Peak memory |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(lineOf).join('\n')}
`
}
