import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import type { Browser } from 'playwright-core'
import { type Conditions, type Key, slowDown } from './typing.ts'
import type { SlowServer } from './slow-server.ts'

const ORAMA = '@orama/orama@3.1.18'

export interface Title {
  id: number
  title: string
}

/** Another library, with an index of all titles, and how a page reads that and searches for a text. */
interface Other {
  name: string
  module: string
  index: string
  /** The source of a function of what its module exports, the text of the index and the query. */
  search: string
}

/** Searches the same titles for a text with other libraries, as far as they are here: each loads its whole index first. */
export async function othersOn(
  titles: readonly Title[],
  { folder, browser, server, text }: { folder: string; browser: Browser; server: SlowServer; text: string },
  conditions: readonly Conditions[],
): Promise<{ name: string; keys: Key[] }[]> {
  mkdirSync(join(folder, 'others'))
  const others = [miniSearch(folder, titles), await orama(folder, titles)].filter((other) => other !== undefined)
  const rows: { name: string; keys: Key[] }[] = []
  for (const other of others) {
    const keys: Key[] = []
    // The first time the server compresses.
    for (const one of [{ cpu: 1, line: undefined }, ...conditions]) keys.push(await firstResult(browser, server, other, text, one))
    rows.push({ name: other.name, keys: keys.slice(1) })
  }
  return rows
}

async function firstResult(browser: Browser, server: SlowServer, other: Other, text: string, { cpu, line }: Conditions): Promise<Key> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(0)
  await page.goto(`${server.url}others/empty.html`)
  await slowDown(page, cpu)
  server.take()
  server.line = line
  const ms = await page.evaluate(`(async () => {
    const start = performance.now()
    const [module, index] = await Promise.all([import('/others/${other.module}'), fetch('/others/${other.index}').then((answer) => answer.text())])
    const count = await (${other.search})(module, index, ${JSON.stringify(text)})
    if (!(count > 0)) throw new Error('Nothing was found.')
    return performance.now() - start
  })()`)
  server.line = undefined
  await context.close()
  return { text, ms: Number(ms), ...server.take() }
}

const MINI = { fields: ['title'], storeFields: ['title'] }

function miniSearch(folder: string, titles: readonly Title[]): Other {
  const mini = new MiniSearch<Title>(MINI)
  mini.addAll(titles)
  writeFileSync(join(folder, 'others/mini.json'), JSON.stringify(mini))
  writeFileSync(join(folder, 'others/empty.html'), '<!doctype html><title>Empty</title>')
  return {
    name: 'MiniSearch 7.2.0',
    module: '../modules/minisearch/dist/es/index.js',
    index: 'mini.json',
    search: `({ default: MiniSearch }, index, text) => MiniSearch.loadJSON(index, ${JSON.stringify(MINI)}).search(text, { prefix: true, combineWith: 'AND' }).length`,
  }
}

interface OramaModule {
  create: (options: object) => object
  insertMultiple: (database: object, titles: readonly { title: string }[]) => Promise<unknown>
  save: (database: object) => unknown
}

async function orama(folder: string, titles: readonly Title[]): Promise<Other | undefined> {
  const place = join(folder, 'fetched')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"type": "module", "private": true}')
  try {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', place, ORAMA], { stdio: 'ignore' })
  } catch {
    console.log(`${ORAMA} could not be fetched: it is not measured.`)
    return undefined
  }
  const entry = 'node_modules/@orama/orama/dist/browser/index.js'
  const { create, insertMultiple, save } = (await import(pathToFileURL(join(place, entry)).href)) as OramaModule
  const schema = { title: 'string' }
  const database = create({ schema })
  await insertMultiple(
    database,
    titles.map(({ title }) => ({ title })),
  )
  writeFileSync(join(folder, 'others/orama.json'), JSON.stringify(save(database)))
  return {
    name: 'Orama 3.1.18',
    module: `../fetched/${entry}`,
    index: 'orama.json',
    search: `async ({ create, load, search }, index, text) => {
      const database = create({ schema: ${JSON.stringify(schema)} })
      load(database, JSON.parse(index))
      return (await search(database, { term: text, threshold: 0 })).count
    }`,
  }
}
