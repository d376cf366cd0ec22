import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import about from '../../../package.json' with { type: 'json' }
import type { Manifest, RecordKey } from '../../../src/cache/layout.ts'
import { CacheWriter } from '../../../src/cache/writer.ts'
import { ROOT } from '../../../src/installation.ts'
import { PRODUCT } from '../../../src/product.ts'
import { type Document, documentOf } from './document.ts'
import { CHAPTERS, type Chapters } from './pages.ts'

/** Where the documentation would be a service: Benchbook finds its links again by it. */
const SERVICE = 'https://docs.benchbook.example'
const REPOSITORY = about.homepage.split('#')[0] ?? ''
/** The same for each run: the pages say nothing of when. */
const THEN = '2026-01-01T00:00:00.000Z'
const MANIFEST: Manifest = {
  format: 2,
  product: PRODUCT,
  source: `${SERVICE}/api/2.0`,
  name: 'Benchbook',
  origins: [SERVICE],
  mediaOrigins: [SERVICE],
  lang: 'en',
  startedAt: THEN,
  finishedAt: THEN,
  media: 'all',
  counts: {},
}

/** Writes the documentation as the cache of a service: a category a page, in the chapters' categories. Throws for a link to a file that is not there. */
export async function writeDocs(cache: string, chapters: Chapters = CHAPTERS): Promise<void> {
  const files = Object.values(chapters).flat()
  const titles = new Map(files.map((file) => [file, documentOf(file, readFileSync(join(ROOT, file), 'utf8'), (path) => path).title]))
  const pictures = new Set<string>()
  const placed = (file: string, fragment: string): string => {
    const title = titles.get(file)
    if (title) return addressOf(title) + fragment
    if (!existsSync(join(ROOT, file))) throw new Error(`The documentation names ${file}, which is not there.`)
    if (!/\.(?:svg|webp)$/.test(file)) return `${REPOSITORY}/blob/main/${file}${fragment}`
    pictures.add(file)
    return `${SERVICE}/${file}`
  }
  const documents = files.map((file) => documentOf(file, readFileSync(join(ROOT, file), 'utf8'), placed))
  const covers = Object.keys(chapters).map((title) => ({ title, summary: '', html: '', headings: [] }))
  const wikis = [...documents, ...covers].map(wikiOf)
  const leaves = (pages: readonly string[]): Record<string, null> =>
    Object.fromEntries(pages.map((file): [string, null] => [titles.get(file) ?? file, null]))
  const tree: Record<string, unknown> = Object.fromEntries(Object.entries(chapters).map(([chapter, pages]) => [chapter, leaves(pages)]))
  const writer = new CacheWriter(cache)
  const records: RecordKey[] = [
    { kind: 'hierarchy', id: '' },
    ...wikis.map(({ title }): RecordKey => ({ kind: 'wiki', id: `CATEGORY/${title}` })),
  ]
  const bodies = [{ hierarchy: tree, display_titles: {} }, ...wikis]
  for (const [at, key] of records.entries()) writer.record(key, JSON.stringify(bodies[at]))
  await writer.list('wikis-CATEGORY', Readable.from(wikis.map(listed)))
  await writer.list('guides', Readable.from([]))
  for (const file of pictures) await writer.media(`${SERVICE}/${file}`, Readable.from([readFileSync(join(ROOT, file))]))
  await writer.finish(MANIFEST, { records, lists: ['wikis-CATEGORY', 'guides'], stale: [] })
}

const addressOf = (title: string): string => `${SERVICE}/Device/${encodeURIComponent(title.replaceAll(' ', '_'))}`

const wikiOf = ({ title, summary, html, headings }: Document, at: number) => ({
  wikiid: at + 1,
  langid: 'en',
  namespace: 'CATEGORY',
  title,
  display_title: title,
  summary,
  contents_raw: '',
  contents_rendered: html,
  table_of_contents: headings,
  modified_date: Date.parse(THEN) / 1000,
  url: addressOf(title),
})

const listed = ({ wikiid, namespace, title, display_title, summary, url }: ReturnType<typeof wikiOf>) => ({
  dataType: 'wiki',
  wikiid,
  namespace,
  title,
  display_title,
  summary,
  url,
})
