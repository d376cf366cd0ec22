import { expect } from 'vitest'

/** Work that takes the square of its input takes 16 times as long with four times as much, work that is linear takes four times. */
const MOST = 9
/** Below this a machine measures itself. */
const FLOOR_MS = 2

/** Of the processor, for this thread: the clock runs on while other tests have it. */
const msOf = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The best of three: what else the machine does only ever makes it slower. */
const bestMs = (work: () => unknown): number => Math.min(msOf(work), msOf(work), msOf(work))

/**
 * How much longer some work takes with four times the input; `size` should be such that the work is not done in a millisecond. The larger one is
 * done once: a machine that is busy then makes the growth larger, never smaller.
 */
function growth(work: (size: number) => unknown, size: number): number {
  work(Math.ceil(size / 10))
  return (msOf(() => work(4 * size)) + FLOOR_MS) / (bestMs(() => work(size)) + FLOOR_MS)
}

/** Fails when four times the input takes more than twice as long: what has a ceiling takes as long as before. */
export function expectFlat(work: (size: number) => unknown, size: number): void {
  expect(smallestGrowth(work, size, 2)).toBeLessThan(2)
}

/** Fails when four times the input takes more than nine times as long; what would take minutes is cut by the test's time limit. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  expect(smallestGrowth(work, size, MOST)).toBeLessThan(MOST)
}

/** Further looks, where the machine was busy with something else. */
function smallestGrowth(work: (size: number) => unknown, size: number, most: number): number {
  let ratio = Infinity
  for (let looks = 0; looks < 4 && ratio >= most; looks++) ratio = Math.min(ratio, growth(work, size))
  return ratio
}
