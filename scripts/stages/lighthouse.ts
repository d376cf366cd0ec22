import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { readMarker } from '../../src/publish/marker.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { UsageError } from '../../src/errors.ts'
import { findChromium } from '../../test/browser/chromium.ts'
import { table } from '../terminal/table.ts'

/** Fetched when it is asked for: it is as large as all else together, and no test needs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** As hosts do that compress while they send. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string; displayValue?: string }>
}

/** Measures a page of each kind as Lighthouse's phone does, and prints the scores of each run. 1: not all are 100. */
export async function lighthouse(out: string, runs: number, signal: AbortSignal): Promise<0 | 1> {
  const marker = await readMarker(out)
  if (!marker)
    throw new UsageError(`There is no site of Benchbook in ${out}. Run "npm run demo -- --no-serve" first, or name a built site.`)
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError('--runs takes a whole number from 1.')
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-lighthouse-'))
  const copy = join(folder, 'site')
  await cp(out, copy, { recursive: true })
  await compress(copy)
  const site = await serveSite(copy, { base: marker.base, port: 0 })
  const rows: string[][] = []
  const flaws = new Set<string>()
  try {
    for (const path of await pagesOf(out)) {
      for (let run = 1; run <= runs; run++) {
        const report = await measure(site.url + path, join(folder, 'report.json'), signal)
        // What a device keeps is for no search engine, and its pages say so.
        const isHidden = report.audits['is-crawlable']?.score === 0
        const scores = CATEGORIES.map((category) =>
          category === 'seo' && isHidden ? 'noindex' : String(Math.round((report.categories[category]?.score ?? 0) * 100)),
        )
        rows.push([`/${path}`, String(run), ...scores])
        if (!scores.every(isBest)) for (const flaw of flawsOf(report)) flaws.add(`/${path}: ${flaw}`)
      }
    }
  } finally {
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
  for (const line of [...table([['page', 'run', ...CATEGORIES], ...rows]), ...flaws]) console.log(line)
  return rows.every(([, , ...scores]) => scores.every(isBest)) ? 0 : 1
}

const isBest = (score: string): boolean => score === '100' || score === 'noindex'

/** Texts come compressed, as from any static host. */
async function compress(folder: string): Promise<void> {
  for await (const file of filesBelow(folder)) {
    const path = join(folder, file)
    if (/\.(html|css|js|json|svg|xml)$/.test(file)) await writeFile(`${path}.br`, brotliCompressSync(await readFile(path), FAST))
  }
}

/** One page of each kind: what each folder shows itself, and the largest page below it; by their paths below the site. */
async function pagesOf(out: string): Promise<string[]> {
  const pages = ['']
  const folders = (await readdir(out, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const folder of folders.sort()) {
    const all = (await Array.fromAsync(filesBelow(join(out, folder)))).filter((file) => /(?:^|\/)index\.html$/.test(file))
    const sizes = await Promise.all(all.map(async (file) => ({ file, bytes: (await stat(join(out, folder, file))).size })))
    const [largest] = sizes.filter(({ file }) => file.includes('/') && !/(?:^|\/)page\//.test(file)).sort((a, b) => b.bytes - a.bytes)
    const chosen = [...(all.includes('index.html') ? ['index.html'] : []), ...(largest ? [largest.file] : [])]
    pages.push(...chosen.map((file) => `${folder}/${file.slice(0, -'index.html'.length)}`))
  }
  return pages
}

async function measure(url: string, path: string, signal: AbortSignal): Promise<Report> {
  const { executablePath, env } = await findChromium()
  Object.assign(process.env, env, { CHROME_PATH: executablePath })
  const flags = ['--output=json', `--output-path=${path}`, '--quiet', '--chrome-flags=--headless=new --no-sandbox --disable-gpu']
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...flags], {
    signal,
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(await readFile(path, 'utf8')) as Report
}

/** What Lighthouse would mend. */
const flawsOf = ({ audits }: Report): string[] =>
  Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && /^(binary|numeric|metricSavings)$/.test(scoreDisplayMode))
    .map(({ title, displayValue = '' }) => `${title} ${displayValue}`.trim())
