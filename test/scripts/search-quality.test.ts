import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered } from '../../scripts/search-quality/ask.ts'
import { missLines, reachesAim, scoreLines, scoresOf } from '../../scripts/search-quality/score.ts'
import { readQuestions } from '../../scripts/search-quality/table.ts'
import { UsageError } from '../../src/errors.ts'
import { pathOf } from '../../src/routes.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchbook-quality-'))
  for (const path of ['guide/12', 'de/guide/47', pathOf({ kind: 'wiki', namespace: 'ITEM', title: 'Oil Can' })]) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.html'), '')
  }
  for (const [path, lang] of [
    ['search', 'en'],
    ['de/search', 'de'],
  ] as const) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.html'), `<!doctype html><html lang="${lang}">`)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const row = (query: string, pages: string[], lang = 'en') => ({ kind: 'symptom', lang, query, pages })

async function questions(...rows: object[]) {
  const file = join(folder, 'queries.json')
  await writeFile(file, JSON.stringify(rows))
  return readQuestions(file, folder)
}

test('a page is named by its kind and its id or title', async () => {
  const [both, translation] = await questions(row('oil', ['guide 12', 'item Oil Can']), row('ölen', ['guide 47'], 'de'))
  expect(both?.paths).toEqual(['/guide/12/', pathOf({ kind: 'wiki', namespace: 'ITEM', title: 'Oil Can' })])
  expect(translation?.paths).toEqual(['/guide/47/'])
})

test.for([
  ['a page that the site lacks', [row('oil', ['guide 13'])], /"oil" expects "guide 13", and the site in .* has no such page/],
  ['a translation that the site lacks', [row('oil', ['guide 47'])], /has no such page/],
  ['a language that the site lacks', [row('油', ['guide 12'], 'ja')], /has no search in the language "ja"/],
  ['a kind that does not exist', [row('oil', ['book 12'])], /named by its kind/],
  ['a row without pages', [row('oil', [])], /is not a table of queries/],
  ['no row', [], /is not a table of queries/],
] as const)('a table with %s is refused', async ([, rows, sentence]) => {
  const refusal = await questions(...rows).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  expect(String(refusal)).toMatch(sentence)
})

test('a file that is no JSON is refused with what to do', async () => {
  const refusal = readQuestions(join(folder, 'guide/12/index.html'), folder)
  await expect(refusal).rejects.toThrow(/Name a table of queries with --queries/)
})

test('the committed table asks nothing twice', async () => {
  const { default: table } = (await import(resolve(import.meta.dirname, '../search/queries.json'), { with: { type: 'json' } })) as {
    default: { lang: string; query: string }[]
  }
  const asked = table.map(({ lang, query }) => `${lang} ${query}`)
  expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([])
  expect(asked.length).toBeGreaterThanOrEqual(90)
})

const answered = (kind: string, place: number, found: string[] = []): Answered => ({
  ...row(`query at ${place}`, ['guide 12']),
  kind,
  paths: [],
  place,
  found,
})

test('a score is the share of queries whose right page stands high enough', () => {
  const all = [answered('slip', 1), answered('slip', 3), answered('symptom', 4), answered('symptom', 0)]
  expect(scoresOf(all)).toEqual({ queries: 4, hit1: 0.25, hit3: 0.5 })
  expect(scoreLines(all)).toEqual([
    'kind     queries  hit@1  hit@3',
    'slip           2   0.50   1.00',
    'symptom        2   0.00   0.00',
    'all            4   0.25   0.50',
  ])
})

test('the aim wants both scores', () => {
  expect(reachesAim({ queries: 100, hit1: 0.9, hit3: 0.97 })).toBe(true)
  expect(reachesAim({ queries: 100, hit1: 0.89, hit3: 0.97 })).toBe(false)
  expect(reachesAim({ queries: 100, hit1: 0.9, hit3: 0.96 })).toBe(false)
})

test('each query without a right page at the top is named, the worst first', () => {
  const all = [answered('slip', 1), answered('slip', 2, ['/guide/3/']), answered('slip', 0, ['/guide/4/']), answered('slip', 0)]
  expect(missLines(all).map((line) => line.split(':')[0])).toEqual(['not found', 'no result', 'place 2'])
  expect(missLines(all)[0]).toBe('not found: slip, en: query at 0 → guide 12; first is /guide/4/')
})
