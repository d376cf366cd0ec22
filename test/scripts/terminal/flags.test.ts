import { expect, test } from 'vitest'
import { inFlags, jsonInFlags, pageInFlags } from '../../../scripts/terminal/flags.ts'

test('an option is worded as its flag, the token as its variable, and anything else stays', () => {
  expect(inFlags('Raise `maxRecords`, or add `allowHost` a.example and `limit` 5.')).toBe(
    'Raise --max-records, or add --allow-host a.example and --limit 5.',
  )
  expect(inFlags('Set `token`.')).toBe('Set BENCHBOOK_TOKEN.')
  expect(inFlags('The `maxRecord` of maxRecords, `constructor`')).toBe('The `maxRecord` of maxRecords, `constructor`')
})

test('a page keeps its code spans, but for those that hold an option', () => {
  expect(pageInFlags('- `` Raise `maxRecords` for more. ``\n- guide `cache`\n')).toBe(
    '- `Raise --max-records for more.`\n- guide `cache`\n',
  )
  expect(pageInFlags('- `` It is called "a`b". A build with `name` … ``\n')).toBe('- `` It is called "a`b". A build with --name … ``\n')
  expect(pageInFlags('- guide `` a`b ``, `` `x` ``')).toBe('- guide `` a`b ``, `` `x` ``')
})

test('of a report only the sentences are worded', () => {
  const failure = { id: 'Use `cache`', url: 'https://x.example/`cache`', reason: 'Name another `cache`.' }
  const report = { failures: [failure], warnings: ['Lower `concurrency`.'], drift: [{ path: '`name`' }] }
  expect(JSON.parse(jsonInFlags(report))).toEqual({
    failures: [{ ...failure, reason: 'Name another --cache.' }],
    warnings: ['Lower --concurrency.'],
    drift: [{ path: '`name`' }],
  })
})

test('no sentence holds what a terminal obeys', () => {
  expect(inFlags('guides\u001b[2J\u0007\u009b31m.zip\nnext\tline')).toBe('guides\ufffd[2J\ufffd\ufffd31m.zip\nnext\tline')
})
