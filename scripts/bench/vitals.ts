import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startChromium } from '../../test/browser/chromium.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { KINDS, PHONE } from '../screenshots/pages.ts'
import { COMMAND, runTree, withFolder } from './runs.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')
const RUNS = 5
/** Lighthouse's "slow 4G". */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: 750e3 / 8 }
const CPU_SLOWDOWN = 4
/** Tasks block from then on. */
const LONG_TASK_MS = 50
/** Nothing follows after this time. */
const SETTLED_MS = 1500

interface Vitals {
  paintMs: number
  blockingMs: number
  shift: number
}

/** Opens the pages of the sample's site as on a slow phone; returns the section of the page on performance. */
export const benchVitals = async (): Promise<string> =>
  withFolder(async (folder) => {
    const out = join(folder, 'dist')
    await runTree(process.execPath, [COMMAND, 'build', '--quiet', '--cache', SAMPLE, '--out', out])
    const browser = await startChromium({ args: ['--no-sandbox', '--disable-gpu'] })
    const site = await serveSite(out, { base: '/', port: 0 })
    try {
      const rows: string[] = []
      for (const [name, { path }] of Object.entries(KINDS).filter(([name]) => name !== 'step' && name !== 'missing')) {
        const runs: Vitals[] = []
        for (let run = 0; run < RUNS; run++) runs.push(await vitalsOf(browser, new URL(`.${path}`, site.url).href))
        const median = (of: (vitals: Vitals) => number): number => runs.map(of).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NaN
        rows.push(
          `| ${name} | ${(median(({ paintMs }) => paintMs) / 1000).toFixed(1)} s | ${Math.round(median(({ blockingMs }) => blockingMs))} ms | ${median(({ shift }) => shift).toFixed(3)} |`,
        )
      }
      return `## Pages on a slow phone

Measured by \`npm run bench -- vitals\` with Node ${process.versions.node} on ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}): the sample's site in Chromium ${browser.version()}
with ${PHONE.width} × ${PHONE.height} pixels, a quarter of the CPU's speed, 150 ms of latency and 1.6 Mbit/s, nothing cached. Medians of ${RUNS} visits.

| Page | Largest paint | Blocking | Shift |
| --- | ---: | ---: | ---: |
${rows.join('\n')}
`
    } finally {
      await browser.close()
      site.close()
    }
  })

async function vitalsOf(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' })
  try {
    await context.addInitScript(observe)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate((longTaskMs) => {
      const { paintMs, tasksMs, shifts } = (window as unknown as { vitals: { paintMs: number; tasksMs: number[]; shifts: number[] } })
        .vitals
      const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
      return { paintMs, blockingMs: sum(tasksMs.map((ms) => ms - longTaskMs)), shift: sum(shifts) }
    }, LONG_TASK_MS)
  } finally {
    await context.close()
  }
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const vitals = { paintMs: 0, tasksMs: [] as number[], shifts: [] as number[] }
  const on = (type: string, add: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => (vitals.paintMs = startTime))
  on('longtask', ({ duration }) => vitals.tasksMs.push(duration))
  on('layout-shift', (entry) => vitals.shifts.push((entry as PerformanceEntry & { value: number }).value))
  Object.assign(window, { vitals })
}
