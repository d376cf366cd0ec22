import { expect, test } from 'vitest'
import { type Night, nightOf } from '../../src/queue/night.ts'
import type { Ended } from '../../src/queue/run-command.ts'

const FACTS = { product: 'Benchbook/1', service: 'one', worker: 'here', startedAt: '2026-01-01T00:00:00.000Z' }
const built = (pages: number, keptPages: number): Ended => ({
  command: 'build',
  exitCode: 0,
  ms: 1,
  output: { build: { pages, keptPages, changes: { added: 0, changed: 0, removed: 0 } } },
})
const FAILURE: Ended = { command: 'crawl', exitCode: 2, ms: 1, output: { error: { message: 'Nobody answers.' } } }
const ended = (commands: Ended[], before?: Night) => nightOf(commands, before, FACTS)

test('what was rendered is the sum of the shards, and the pages are those of the merge', () => {
  expect(ended([built(5, 1), built(7, 2), built(12, 12)])).toMatchObject({ pages: 12, rendered: 9, state: 'ok' })
})

test('an option that a command names is called as in the fleet', () => {
  const message = 'Check --source, set --token or --zoom-size, and see --nothing.'
  const { notes } = ended([{ ...FAILURE, output: { error: { message } } }])
  expect(notes).toEqual(['Check "source", set FLEET_TOKEN_ONE or "zoomSize", and see --nothing.'])
})

test('a night that fails says when the last good one ended, also after another that failed', () => {
  const good = { ...ended([built(5, 1)]), endedAt: '2026-01-01T00:10:00.000Z' }
  const failed = ended([FAILURE], good)
  expect([failed, ended([FAILURE], failed)].map(({ state, goodAt }) => [state, goodAt])).toEqual([
    ['failed', good.endedAt],
    ['failed', good.endedAt],
  ])
  expect([good, ended([built(5, 1)], failed), ended([FAILURE])].map(({ goodAt }) => goodAt)).toEqual([undefined, undefined, undefined])
})
