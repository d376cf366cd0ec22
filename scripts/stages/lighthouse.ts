import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** Measures a home page, a category, a guide and the search as Lighthouse's phone does, and prints the scores of each run. 1: not all are 100. */
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
    for (const [name, path] of Object.entries(await pagesOf(out))) {
      for (let run = 1; run <= runs; run++) {
        const report = await measure(site.url + path, join(folder, 'report.json'), signal)
        const scores = CATEGORIES.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100))
        rows.push([name, String(run), ...scores.map(String)])
        if (scores.some((score) => score < 100)) for (const flaw of flawsOf(report)) flaws.add(`${name}: ${flaw}`)
      }
    }
  } finally {
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
  for (const line of [...table([['page', 'run', ...CATEGORIES], ...rows]), ...flaws]) console.log(line)
  return rows.every(([, , ...scores]) => scores.every((score) => score === '100')) ? 0 : 1
}

/** Texts come compressed, as from any static host. */
async function compress(folder: string): Promise<void> {
  for await (const file of filesBelow(folder)) {
    const path = join(folder, file)
    if (/\.(html|css|js|json|svg|xml)$/.test(file)) await writeFile(`${path}.br`, brotliCompressSync(await readFile(path), FAST))
  }
}

/** One page of each kind that people come to, by its path below the site. */
async function pagesOf(out: string): Promise<Record<string, string>> {
  const largest = async (kind: string): Promise<string> => {
    const names = (await readdir(join(out, kind), { withFileTypes: true })).filter((entry) => entry.isDirectory() && entry.name !== 'page')
    const sizes = await Promise.all(
      names.map(async ({ name }) => [name, (await readFile(join(out, kind, name, 'index.html'))).length] as const),
    )
    return `${kind}/${sizes.sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''}/`
  }
  return { home: '', category: await largest('category'), guide: await largest('guide'), search: 'search/' }
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
