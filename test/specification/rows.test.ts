import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { readConfig } from '../../src/config.ts'
import { OPTIONS } from '../../src/config/options.ts'
import { RECORD_KINDS, type RecordKind } from '../../src/model/resources.ts'
import { type RunningService, startService } from '../../src/replica/http/server.ts'
import type { SearchDocument } from '../../src/search/document.ts'
import { searchDocuments } from '../../src/views/search/search-documents.ts'
import { openSite } from '../../src/views/site/site.ts'
import { benchbook } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { ENDPOINTS, RECORDS } from './list/list.ts'
import { PARAMETER_ROWS } from './list/parameters.ts'
import type { Field, RecordRows, Shown, Stored } from './list/row.ts'
import { WRITES } from './list/writes.ts'
import { elementsAt, leavesOf, pageOf, plain, unseen } from './page.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')
const TOKEN = 'open-sesame'

/** What the rows that name `--extra` need. */
const EXTRA = 'extra' in OPTIONS ? ['--extra', 'image,video,user-completions,user-favorites,guide-releases'] : []
if (EXTRA.length === 0) console.warn('Rows that need --extra are not looked for on pages: this crawl has no such option.')
const isCopied = ({ crawled }: { crawled: unknown }) => EXTRA.length > 0 || !String(crawled).startsWith('`--extra')

const folder = folderForAll()
let cache: CacheReader
let replica: RunningService
const documents = new Map<string, SearchDocument>()

const isRecordKind = (name: Stored): name is RecordKind => (RECORD_KINDS as readonly string[]).includes(name)

beforeAll(async () => {
  replica = await startService(await openCache(SAMPLE), { token: TOKEN })
  const [copy, out] = [join(folder, 'cache'), join(folder, 'dist')]
  for (const args of [
    ['crawl', '--source', replica.api, '--cache', copy, '--lang', 'all', ...EXTRA],
    ['build', '--cache', copy, '--out', out],
  ]) {
    const { code, stderr } = await benchbook(args, args[0] === 'crawl' ? { BENCHBOOK_TOKEN: TOKEN } : {})
    if (code !== 0) throw new Error(`The sample site could not be made: ${stderr}`)
  }
  cache = await openCache(copy)
  // The source language comes first; its translations have the same path.
  for await (const document of searchDocuments(await openSite(readConfig({ cache: copy }, {}))))
    if (!documents.has(document.path)) documents.set(document.path, document)
  return () => replica.close()
})

interface FieldRow {
  record: RecordRows
  name: string
  shown: Field[0]
  searched: Field[1]
  answered: string | undefined
}

const FIELDS: FieldRow[] = RECORDS.flatMap((record) =>
  Object.entries(record.fields).map(([name, [shown, searched, request]]) => {
    const answered = request ?? record.answered
    return { record, name, shown, searched, answered: typeof answered === 'string' ? answered : undefined }
  }),
)

const answers = new Map<string, { status: number; body: unknown }>()

async function ask(request: string): Promise<{ status: number; body: unknown }> {
  const known = answers.get(request)
  if (known) return known
  const response = await fetch(`${replica.api}${request}`, { headers: { authorization: `api ${TOKEN}` } })
  const isJson = response.headers.get('content-type')?.includes('json')
  const answer = { status: response.status, body: isJson ? ((await response.json()) as unknown) : await response.text() }
  answers.set(request, answer)
  return answer
}

/** A row's values in its answer. */
async function valuesOf({ record, name, answered = '' }: FieldRow): Promise<ReturnType<typeof valuesAt> & { status: number }> {
  const [request = '', place = record.within ?? ''] = answered.split('#')
  const { status, body } = await ask(request)
  const within = valuesAt(body, [place, name.replace(/^hierarchyOrder\./, '')].filter(Boolean).join('.'))
  return { status, ...within }
}

test.each(FIELDS.filter(({ answered }) => answered))('$name of $record.name stands in the answer to its request', async (row) => {
  expect(await valuesOf(row)).toMatchObject({ status: 200, present: true })
})

const SHOWN = FIELDS.flatMap((row) => ('at' in row.shown && isCopied(row.record) ? [{ ...row, place: row.shown }] : []))
test.each(SHOWN)('$name of $record.name has its values on the page', async ({ place, ...row }) => {
  const { values } = await valuesOf(row)
  expect(values.length).toBeGreaterThan(0)
  expect(missing(place, row.record.page, values)).toEqual([])
})

/** What a service writes in place of a link to a guide that is gone (api-facts): nobody searches for it. */
const NO_GUIDE = '[invalid guide link]'
const SEARCHED = FIELDS.filter(({ searched }) => typeof searched === 'string' || 'filter' in searched)
test.each(SEARCHED)('$name of $record.name is in the search document of its page', async (row) => {
  const { values } = await valuesOf(row)
  const page = ('at' in row.shown && row.record.found === undefined && row.shown.page) || (row.record.found ?? row.record.page)
  const document = documents.get(page)
  expect(document).toBeDefined()
  const words = wordsOf(document, row.searched)
  if (typeof row.searched === 'string')
    expect(values.flatMap(leavesOf).some((leaf) => words.includes(plain(String(leaf).replace(NO_GUIDE, ''))))).toBe(true)
  else expect(words).not.toBe('')
})

function wordsOf(document: SearchDocument | undefined, searched: Field[1]): string {
  if (!document || (typeof searched === 'object' && 'not' in searched)) return ''
  if (typeof searched === 'object') return String(Object.entries(document.filters).find(([name]) => name === searched.filter)?.[1] ?? '')
  const sections = document.sections.flatMap(({ title, text }) => [title, text])
  return plain([document.title, ...(searched === 'title' ? [] : [document.lead, document.text, ...sections])].join(' '))
}

function missing(place: Shown, page: string, values: readonly unknown[]): string[] {
  const elements = elementsAt(pageOf(join(folder, 'dist'), place.page ?? page), place.at)
  return unseen(elements, place.look, values)
}

test.each(ENDPOINTS)('$endpoint answers 200 where it is answered, and its page shows what it gives', async (row) => {
  const { answered, shown } = row
  const isAsked = typeof answered === 'string' && answered.startsWith('/')
  const { status, body } = isAsked ? await ask(answered) : { status: 200, body: [] }
  expect(status).toBe(200)
  if ('at' in shown && isCopied(row)) expect(missing(shown, '/', Array.isArray(body) ? body : [body])).toEqual([])
})

test.each(ENDPOINTS.filter(({ answered }) => typeof answered === 'object'))('$endpoint is not answered', async ({ endpoint }) => {
  const path = endpoint.slice('GET '.length).replaceAll(/:\w+|\{\w+\}/g, (name) => EXAMPLES[name] ?? '1')
  expect((await ask(path)).status).toBeGreaterThanOrEqual(400)
})

/** What stands for a variable of a path, where a number will not do. */
const EXAMPLES: Record<string, string> = {
  '{q}': 'kettle',
  '{search}': 'marit',
  '{searchTerm}': 'kettle',
  '{email}': 'marit@example.org',
  '{namespace}': 'CATEGORY',
  '{title}': 'Sewing%20Machine',
  '{doc_type}': 'guide',
  '{doctype}': 'guide',
}

const asked = PARAMETER_ROWS.flatMap(({ parameter, answered }) => (typeof answered === 'string' ? [[parameter, answered] as const] : []))
test.each(asked)('the replica understands the parameter %s', async (_, request) => {
  expect((await ask(request)).status).toBe(200)
})

test('whatever writes is refused with 405', async () => {
  const writes = Object.values(WRITES).flat()
  const statuses = writes.map(async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const response = await fetch(`${replica.api}${path.replaceAll(/:\w+|\{[^}]+\}/g, '1')}`, { method })
    return `${name} ${response.status}`
  })
  expect(await Promise.all(statuses)).toEqual(writes.map((name) => `${name} 405`))
})

test('where a row says that something is stored, a crawl has stored some', async () => {
  const rows = [...RECORDS, ...ENDPOINTS].filter(({ crawled }) => typeof crawled === 'string' && !crawled.startsWith('`--extra'))
  const names = new Set(rows.flatMap(({ stored }) => (Array.isArray(stored) ? stored : [])))
  expect(names.size).toBeGreaterThan(15)
  const empty: Stored[] = []
  for (const name of names) {
    const items: AsyncIterable<unknown> = isRecordKind(name) ? cache.keys(name) : cache.list(name)
    if ((await items[Symbol.asyncIterator]().next()).done) empty.push(name)
  }
  expect(empty).toEqual([])
})

test.runIf(EXTRA.length > 0)('every name that a row gives to --extra is one that the crawl knows', () => {
  const names = [...RECORDS, ...ENDPOINTS].flatMap(({ crawled }) =>
    typeof crawled === 'string' ? Array.from(crawled.matchAll(/`--extra ([\w-]+)`/g), ([, name]) => name) : [],
  )
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) expect(() => readConfig({ extra: name }, {}), name).not.toThrow()
})

/** The values at a dotted path of an answer, through lists: `present` when some record has the field at all. */
function valuesAt(answer: unknown, path: string): { present: boolean; values: unknown[] } {
  let records: unknown[] = items(answer)
  let present = false
  for (const name of path.split('.').filter(Boolean)) {
    const owners = records.filter(
      (record): record is Record<string, unknown> => typeof record === 'object' && record !== null && name in record,
    )
    present = owners.length > 0
    records = owners.flatMap((owner) => items(owner[name]))
  }
  return { present, values: records.filter((value) => !isEmpty(value)) }
}

const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** PHP's ways to say nothing, and none. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
