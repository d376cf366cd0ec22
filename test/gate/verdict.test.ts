import { describe, expect, test } from 'vitest'
import { inForce, judge, type Result, summary } from './verdict.ts'

const result = (name: string, state: Result['state'], error?: string): Result => ({ name, isTest: true, state, ...(error && { error }) })
const failed = (name: string) => result(name, 'failed', `${name} broke`)
const passed = (name: string) => result(name, 'passed')

describe('a run', () => {
  const hidden = [{ ...failed('file'), isTest: false }, result('file > a', 'skipped')]
  const shown = [{ ...passed('file'), isTest: false }, failed('file > a')]
  test.each<[string, Result[], Result[], object]>([
    ['is green when all tests pass', [passed('a'), result('b', 'skipped')], [], { passed: 1, skipped: 1, red: [], isGreen: true }],
    ['is red when a test fails twice', [failed('a'), passed('b')], [failed('a')], { passed: 1, red: [{ name: 'a' }], isGreen: false }],
    [
      'names what passes alone as flaky',
      [failed('a')],
      [passed('a')],
      { red: [], flaky: [{ name: 'a', error: 'a broke' }], isGreen: true },
    ],
    ['names what a retry passes as flaky', [result('a', 'passed', 'slow')], [], { flaky: [{ error: 'slow' }], isGreen: true }],
    [
      'is red when a test that a broken hook hid fails',
      hidden,
      shown,
      { red: [{ name: 'file > a' }], flaky: [{ name: 'file' }], isGreen: false },
    ],
    [
      'is red when a test fails twice and another of its name passes',
      [passed('a'), failed('a')],
      [passed('a'), failed('a')],
      { passed: 1, red: [{ name: 'a (2)' }], flaky: [], isGreen: false },
    ],
    ['is red when there is no test', [], [], { reason: 'No test ran.', isGreen: false }],
    ['is green when all are skipped for a reason', [result('a', 'skipped')], [], { skipped: 1, isGreen: true }],
  ])('%s', (_, first, again, verdict) => {
    expect(judge(first, again, [])).toMatchObject(verdict)
  })

  test('is red when more than three tests are flaky', () => {
    const verdict = judge(['a', 'b', 'c', 'd'].map(failed), ['a', 'b', 'c', 'd'].map(passed), [])
    expect(verdict).toMatchObject({ passed: 4, red: [], isGreen: false })
    expect(summary(verdict, [])).toContain('4 tests failed once and passed once; 3 are allowed.')
  })

  test('is green when only a test in quarantine fails', () => {
    const quarantine = [{ name: 'a', since: '2026-11-01', why: 'it races' }]
    const verdict = judge([failed('a'), passed('b')], [failed('a')], quarantine)
    expect(verdict).toMatchObject({ passed: 1, red: [], quarantined: [{ name: 'a' }], isGreen: true })
    const skips = [{ file: 'b.test.ts', tests: 2, why: 'there is no nginx.' }]
    expect(summary(verdict, skips).split('\n')).toEqual([
      'QUARANTINED: a',
      '  a broke',
      'SKIPPED: 2 of b.test.ts: there is no nginx.',
      '1 passed, 0 failed, 0 skipped',
    ])
  })
})

test('an entry of the quarantine expires after 14 days', () => {
  const entry = { name: 'a', since: '2026-11-01', why: 'it races' }
  expect(inForce([entry], Date.parse('2026-11-14T23:59Z'))).toEqual([entry])
  expect(inForce([entry], Date.parse('2026-11-15T00:00Z'))).toEqual([])
})
