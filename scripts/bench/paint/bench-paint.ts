import { symlinkSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { chromium } from 'playwright-core'
import { CATEGORIES, HOME, pathOf, SEARCH, SHOPPING, TOOLS } from '../../../src/routes.ts'
import { findChromium } from '../../../test/browser/chromium.ts'
import { SAMPLE_BASE, sampleSite } from '../../../test/sample-site.ts'
import { middleOf } from '../figures.ts'
import { withFolder } from '../run.ts'
import { serveSlowly } from '../search/slow-server.ts'
import { measurePaint, type Paint, SLOW_PHONE } from './measure-paint.ts'

const MAIN = 'main'
/** A page of the sample of each kind that people come to. */
const PAGES = [
  { name: 'Home', path: HOME, shown: MAIN },
  { name: 'All categories', path: CATEGORIES, shown: MAIN },
  { name: 'A category', path: pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: 'Household' }), shown: MAIN },
  { name: 'A guide', path: pathOf({ kind: 'guide', guideid: 4 }), shown: MAIN },
  { name: 'A wiki page', path: pathOf({ kind: 'wiki', namespace: 'WIKI', title: 'Repair Glossary' }), shown: MAIN },
  { name: 'A tool', path: pathOf({ kind: 'wiki', namespace: 'ITEM', title: 'Phillips Screwdriver' }), shown: MAIN },
  { name: 'What tools are good for', path: TOOLS, shown: MAIN },
  { name: 'The shopping list', path: SHOPPING, shown: MAIN },
  { name: 'The search', path: SEARCH, shown: MAIN },
  { name: 'Results for “kettle”', path: `${SEARCH}?q=kettle`, shown: '.search-hit' },
]

interface Row {
  name: string
  paints: Paint[]
}

/** Opens pages of the sample on a slow phone; gives the section of the page on performance. */
export async function benchPaint(rounds: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  const { out } = await sampleSite()
  return withFolder(async (folder) => {
    symlinkSync(out, join(folder, basename(SAMPLE_BASE)))
    const server = await serveSlowly([folder])
    const { executablePath, env } = await findChromium()
    await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], env: { ...env } })
    try {
      const rows: Row[] = []
      for (const { name, path, shown } of PAGES) {
        const page = { path: `.${SAMPLE_BASE}${path.slice(1)}`, shown }
        // The first time the server compresses.
        await measurePaint(browser, server, page, { cpu: 1, line: undefined })
        const paints: Paint[] = []
        for (let round = 0; round < rounds; round++) paints.push(await measurePaint(browser, server, page, SLOW_PHONE))
        rows.push({ name, paints })
      }
      const section = sectionOf(rows, { load, version: browser.version(), rounds })
      console.log(section)
      return section
    } finally {
      server.close()
    }
  })
}

function sectionOf(rows: readonly Row[], { load, version, rounds }: { load: number; version: string; rounds: number }): string {
  return `## Pages on a slow phone

Measured by \`npm run bench -- paint\` in Chromium ${version} on ${availableParallelism()} cores; the system load was ${load.toFixed(1)} before, and other programs were competing for the cores if it was
above their number. Pages of the sample in a window of 390 × 844 px with twice the pixels, a processor that is slowed down to a quarter, and a line with 150 ms of latency and
1.6 Mbit/s, HTTP/1.1. Medians of ${rounds}, each in a browser that has nothing of the site.

- Largest paint: until the largest text or picture of the first window is there.
- Blocked: what tasks of the page took beyond 50 ms, after the first paint.
- Shift: Chromium's cumulative layout shift, until somebody has scrolled to the end.
- Sent: all files, in brotli where that is shorter, before somebody scrolls.

| Page | Largest paint | Blocked | Shift | Sent |
| --- | ---: | ---: | ---: | ---: |
${rows.map(rowOf).join('\n')}
`
}

function rowOf({ name, paints }: Row): string {
  const middle = (of: (paint: Paint) => number): number => middleOf(paints.map(of))
  const ms = (of: (paint: Paint) => number): string => `${Math.round(middle(of)).toLocaleString('en')} ms`
  const shift = middle((paint) => paint.shift)
  const cells = [name, ms(({ largestMs }) => largestMs), ms(({ blockedMs }) => blockedMs), shift === 0 ? '0' : shift.toFixed(3)]
  return `| ${[...cells, `${Math.round(middle(({ bytes }) => bytes) / 1000)} KB`].join(' | ')} |`
}
