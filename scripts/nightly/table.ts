import { details } from '../../test/gate/verdict.ts'
import { table } from '../../src/cli/terminal/table.ts'
import type { Row } from './parts.ts'

const HEAD = ['part', 'result', 'passed', 'red', 'flaky', 'skipped', 'time']

/** A line per part, then each test that failed, was flaky or was skipped, with its reason. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ part, isGreen, passed, red, flaky, skipped, seconds }) => [
    part,
    isGreen ? (passed === 0 ? 'skipped' : 'green') : 'RED',
    ...[passed, red?.length, flaky?.length, skipped].map((count) => String(count ?? '')),
    `${seconds} s`,
  ])
  const reasons = rows.flatMap(({ part, reason, red = [], quarantined = [], flaky = [], skips = [] }) => [
    ...(reason ? [`RED: ${part}: ${reason}`] : []),
    ...details({ red, quarantined, flaky }, skips),
  ])
  return [...table([HEAD, ...cells]), '', ...reasons].join('\n')
}
