import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import type { IndexReport } from '../../../src/search/index/index-site.ts'
import { languageWords } from '../../../src/search/index/language-words.ts'
import { titledPage } from '../../../src/search/index/indexed-page.ts'
import { TitleFiles } from '../../../src/search/index/titles/title-files.ts'
import { INDEX_FOLDER, INDEX_LIST, type IndexEntry } from '../../../src/search/index-list.ts'
import { TITLES_FOLDER } from '../../../src/search/titles/title-folder.ts'
import { findChromium } from '../../../test/browser/chromium.ts'
import { makeSite } from '../build/made-site.ts'
import { runTree, type TreeFigures } from '../build/process-tree.ts'
import { withFolder } from '../run.ts'
import { categoriesFor, madeDocuments } from './made-documents.ts'
import { type SlowServer, serveSlowly } from './slow-server.ts'
import { measuredKeys, titleKeys } from './measured-keys.ts'
import type { Conditions } from './typing.ts'
import { type SearchFigures, sectionOf } from './section.ts'

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))
const INDEX = fileURLToPath(new URL('index-made.ts', import.meta.url))

/** A phone with a quarter of this machine's speed, and one with a slow connection as well. */
const CONDITIONS = [
  { cpu: 4, line: undefined },
  { cpu: 4, line: { latencyMs: 150, bytesPerS: 1_600_000 / 8 } },
] as const satisfies Conditions[]

/** The number of guides that gives a site of 100,000 pages. */
export const WHOLE = 51_740

/** Types into the search of a generated site; returns the section of the page on performance. */
export async function benchSearch(guides: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  return withFolder(async (folder) => {
    const out = join(folder, 'dist')
    await makeSite(join(folder, 'cache'), 3)
    await runTree(process.execPath, [COMMAND, 'build', '--quiet', '--no-app', '--cache', join(folder, 'cache'), '--out', out])
    const tree = await runTree(process.execPath, [INDEX, out, String(guides)])
    const server = await serveSlowly(out)
    const { executablePath, env } = await findChromium()
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], env: { ...env } })
    const large = await serveSlowly(await withTitles(out, join(folder, 'large')))
    try {
      const titles = await titleKeys(browser, large, CONDITIONS)
      const figures = { ...(await measure({ guides, tree, server, browser })), titles }
      const section = sectionOf(figures, { load, cores: availableParallelism(), cpu: cpus()[0]?.model.trim() || 'unknown CPU' })
      console.log(section)
      return section
    } finally {
      await browser.close()
      server.close()
      large.close()
    }
  })
}

/** A copy of a site with the titles of 100,000 pages; its texts are those of the site. */
async function withTitles(site: string, folder: string): Promise<string> {
  await cp(site, folder, { recursive: true })
  const files = new TitleFiles('en', false)
  for await (const document of madeDocuments(WHOLE)) files.add(titledPage(document))
  await rm(join(folder, INDEX_FOLDER, TITLES_FOLDER), { recursive: true, force: true })
  const list = join(folder, INDEX_FOLDER, INDEX_LIST)
  const [first, ...others] = JSON.parse(await readFile(list, 'utf8')) as IndexEntry[]
  const titles = await files.write(folder, languageWords('en').ignored)
  await writeFile(list, JSON.stringify([{ ...first, titles }, ...others]))
  return folder
}

interface Measured {
  guides: number
  tree: TreeFigures
  server: SlowServer
  browser: Browser
}

async function measure({ guides, tree, server, browser }: Measured): Promise<Omit<SearchFigures, 'titles'>> {
  const keys = await measuredKeys(browser, server, CONDITIONS)
  const index = JSON.parse(tree.stdout) as IndexReport
  return { guides, categories: categoriesFor(guides), index, tree, keys }
}
