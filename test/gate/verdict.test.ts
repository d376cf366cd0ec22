import { describe, expect, test } from 'vitest'
import { inForce, judge, type Result, summary } from './verdict.ts'

const result = (name: string, state: Result['state'], error?: string): Result => ({ name, isTest: true, state, ...(error && { error }) })
const failed = (name: string) => result(name, 'failed', `${name} broke`)
const passed = (name: string) => result(name, 'passed')

describe('a run', () => {
  test('is green when all tests pass', () => {
    expect(judge([passed('a'), result('b', 'skipped')], [], [])).toMatchObject({ passed: 1, skipped: 1, red: [], isGreen: true })
  })

  test('is red when a test fails and fails again alone', () => {
    expect(judge([failed('a'), passed('b')], [failed('a')], [])).toMatchObject({ passed: 1, red: [{ name: 'a' }], isGreen: false })
  })

  test('is green when what failed passes alone, and names it as flaky', () => {
    const verdict = judge([failed('a'), passed('b')], [passed('a')], [])
    expect(verdict).toMatchObject({ passed: 2, red: [], flaky: [{ name: 'a', error: 'a broke' }], isGreen: true })
  })

  test('is green when a retry passes, and names it as flaky', () => {
    expect(judge([result('a', 'passed', 'slow')], [], [])).toMatchObject({ passed: 1, flaky: [{ error: 'slow' }], isGreen: true })
  })

  test('is red when more than three tests are flaky', () => {
    const verdict = judge(['a', 'b', 'c', 'd'].map(failed), ['a', 'b', 'c', 'd'].map(passed), [])
    expect(verdict).toMatchObject({ passed: 4, red: [], isGreen: false })
    expect(summary(verdict, [])).toContain('4 tests failed once and passed once; 3 are allowed.')
  })

  test('is red when a test that a broken hook hid fails alone', () => {
    const first = [{ ...failed('file'), isTest: false }, result('file > a', 'skipped')]
    const again = [{ ...passed('file'), isTest: false }, failed('file > a')]
    expect(judge(first, again, [])).toMatchObject({ passed: 0, red: [{ name: 'file > a' }], flaky: [{ name: 'file' }], isGreen: false })
  })

  test('is red when no test ran, and not when all are skipped for a reason', () => {
    expect(judge([], [], [])).toMatchObject({ reason: 'No test ran.', isGreen: false })
    expect(judge([result('a', 'skipped')], [], [])).toMatchObject({ skipped: 1, isGreen: true })
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
