import { expect, test } from 'vitest'
import { reportSchema, scoresOf, scoreTable, survivorLines } from '../../scripts/mutants/score.ts'
import { mutants } from '../../scripts/mutants/mutants.ts'

const mutant = (status: string, line = 1) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true\n  || false',
  status,
  location: { start: { line, column: 3 } },
})
const { files } = reportSchema.parse({
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

test('the score of a room is the share of its mutants that a test noticed', () => {
  expect(scoresOf(files)).toEqual([
    { room: 'render', all: 4, killed: 2, percent: 50 },
    { room: 'fetch', all: 1, killed: 1, percent: 100 },
  ])
  expect(scoreTable(scoresOf(files)).split('\n')).toEqual([
    'room    mutants  killed    score',
    'render        4       2   50.0 %',
    'fetch         1       1  100.0 %',
  ])
})

test('each other is named with its place and the code as it stands', () => {
  expect(survivorLines(files)).toEqual([
    'src/render/nest.ts:2:3 survives: ConditionalExpression true || false\n    two',
    'src/render/wiki/a.ts:1:3 no test reaches: ConditionalExpression true || false\n    three',
  ])
})

test.each(['test/render', 'src/nowhere', 'src', '/etc'])('%s is no place to break, and nothing is begun', async (place) => {
  await expect(mutants([place], 1, new AbortController().signal)).rejects.toThrow(`${place} is no room or file below src.`)
})
