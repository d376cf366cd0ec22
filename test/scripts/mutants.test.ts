import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { changedSince, survivorPlaces, updated } from '../../scripts/mutants/again.ts'
import { sampleOf } from '../../scripts/mutants/sample.ts'
import { reportSchema, scoresOf, scoreTable, survivorLines } from '../../scripts/mutants/score.ts'
import { mutants } from '../../scripts/mutants/mutants.ts'
import { importersOf, ownTests } from '../../scripts/mutants/tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const mutant = (status: string, line = 1) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true\n  || false',
  status,
  location: { start: { line, column: 3 }, end: { line, column: 9 } },
})
const report = reportSchema.parse({
  schemaVersion: '2',
  files: {
    'src/render/nest.ts': {
      language: 'typescript',
      source: 'one\n  two\n',
      mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', 2), mutant('CompileError'), mutant('Ignored')],
    },
    'src/render/wiki/a.ts': { source: 'three', mutants: [mutant('NoCoverage')] },
    'src/fetch/b.ts': { source: 'four', mutants: [mutant('Killed')] },
  },
})
const { files } = report

test('the score of a room is the share of its mutants that a test noticed', () => {
  expect(scoresOf(files)).toEqual([
    { room: 'render', all: 4, killed: 2, timedOut: 1, percent: 50 },
    { room: 'fetch', all: 1, killed: 1, timedOut: 0, percent: 100 },
  ])
  expect(scoreTable(scoresOf(files)).split('\n')).toEqual([
    'room    mutants  killed  by time    score',
    'render        4       2        1   50.0 %',
    'fetch         1       1        0  100.0 %',
  ])
})

test('what only runs when its module is loaded does not count', () => {
  const source = {
    source: 'one',
    mutants: [mutant('Killed'), ...['Killed', 'Survived'].map((status) => ({ ...mutant(status), static: true }))],
  }
  const { files } = reportSchema.parse({ files: { 'src/render/nest.ts': source } })
  expect(scoresOf(files)).toMatchObject([{ all: 1, killed: 1, percent: 100 }])
  expect(survivorLines(files)).toEqual([])
})

test('a room is held by its own tests, and by those of other rooms that import its files', async () => {
  expect(ownTests(['cache', 'crawl'])).toEqual(['test/cache/**/*.test.ts', 'test/crawl/**/*.test.ts'])
  const importers = await importersOf(['cache'], ROOT)
  expect(importers).toContain('test/crawl/resume.test.ts')
  expect(importers).not.toContain('test/crawl/emails.test.ts')
  for (const file of importers) expect(file).not.toMatch(/^test\/(cache|browser|package|scripts)\//)
  expect(await importersOf(['cache', 'crawl'], ROOT)).not.toContain('test/crawl/resume.test.ts')
})

test('each other is named with its place and the code as it stands', () => {
  expect(survivorLines(files)).toEqual([
    'src/render/nest.ts:2:3 survives: ConditionalExpression true || false\n    two',
    'src/render/wiki/a.ts:1:3 no test reaches: ConditionalExpression true || false\n    three',
  ])
})

test('those that are left are tried again where they stand, and count as what they are then', () => {
  expect(survivorPlaces(report)).toEqual(['src/render/nest.ts:2:2-2:9', 'src/render/wiki/a.ts:1:2-1:9'])
  const later = { files: { 'src/render/nest.ts': { source: 'one\n  two\n', mutants: [mutant('Survived'), mutant('Killed', 2)] } } }
  expect(scoresOf(updated(report, later).files)).toMatchObject([{ room: 'render', all: 4, killed: 3 }, { killed: 1 }])
  expect(survivorLines(updated(report, later).files)).toHaveLength(1)
})

test('a file that is not what it was is named', () => {
  const texts: Record<string, string> = { 'src/render/nest.ts': 'one\n  two\n', 'src/fetch/b.ts': 'five' }
  expect(changedSince(report, (file) => texts[file])).toEqual(['src/render/wiki/a.ts', 'src/fetch/b.ts'])
})

test.each(['test/render', 'src/nowhere', 'src', '/etc'])('%s is no place to break, and nothing is begun', async (place) => {
  await expect(mutants([place], { inFlight: 1, sample: 100 }, new AbortController().signal)).rejects.toThrow(
    `${place} is not a room or file of src.`,
  )
})

test('a sample has about its share of the lines, each once, and is the same the next time', () => {
  const ranges = sampleOf('src/crawl/crawl.ts', 6000, 10)
  expect(sampleOf('src/crawl/crawl.ts', 6000, 10)).toEqual(ranges)
  expect(sampleOf('src/crawl/other.ts', 6000, 10).map((range) => range.split(':')[1])).not.toEqual(
    ranges.map((range) => range.split(':')[1]),
  )
  expect(new Set(ranges).size).toBe(ranges.length)
  expect(ranges.length / 1000).toBeCloseTo(0.1, 1)
  expect(sampleOf('src/a.ts', 8, 100)).toEqual(['src/a.ts:1-6', 'src/a.ts:7-8'])
})
