import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLive } from '../../../src/cli/terminal/live.ts'

let count: number
const view = { block: () => ['guide', `${count} of 9`], line: () => `${count} of 9` }

/** A stream that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = []
  return { written, stream: { isTTY, columns: 10, write: (text: string) => written.push(text) > 0 } }
}

beforeEach(() => {
  count = 1
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('a terminal redraws the block in place', () => {
  const { written, stream: terminal } = stream(true)
  const live = showLive(view, false, terminal)
  vi.advanceTimersByTime(100)
  count = 2
  live.stop()
  vi.advanceTimersByTime(1_000)
  expect(written).toEqual(['guide\n1 of 9\n', '\x1b[2F\x1b[Jguide\n2 of 9\n'])
})

test('a permanent line goes above the block, and no line is wider than the terminal', () => {
  const { written, stream: terminal } = stream(true)
  const live = showLive({ ...view, block: () => ['0123456789'] }, false, terminal)
  live.note('Note: x')
  live.stop()
  expect(written).toEqual(['Note: x\n012345678\n', '\x1b[1F\x1b[J012345678\n'])
})

test('a log gets a line every ten seconds', () => {
  const { written, stream: log } = stream(false)
  const live = showLive(view, false, log)
  vi.advanceTimersByTime(9_999)
  live.note('Note: x')
  vi.advanceTimersByTime(10_001)
  live.stop()
  vi.advanceTimersByTime(60_000)
  expect(written).toEqual(['Note: x\n', '1 of 9\n', '1 of 9\n'])
})

test('quiet mode prints nothing', () => {
  const { written, stream: terminal } = stream(true)
  const live = showLive(view, true, terminal)
  live.note('Note: x')
  vi.advanceTimersByTime(60_000)
  live.stop()
  expect(written).toEqual([])
})

test('a block that is taller than the screen is cut, since it could not be redrawn', () => {
  const { written, stream: terminal } = stream(true)
  const live = showLive({ ...view, block: () => ['1', '2', '3', '4', '5'] }, false, { ...terminal, rows: 4 })
  live.stop()
  expect(written).toEqual(['1\n2\n… and 3 m\n'])
})

test('a terminal without a size is taken for one of 80 columns', () => {
  const { written, stream: terminal } = stream(true)
  showLive({ ...view, block: () => ['1', 'a'.repeat(90)] }, false, { ...terminal, rows: 0, columns: 0 }).stop()
  expect(written).toEqual([`1\n${'a'.repeat(79)}\n`])
})
