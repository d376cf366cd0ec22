import { expect } from 'vitest'

/** With four times the input, quadratic work takes 16 times as long, linear work four times. */
const MOST = 9
/** Shorter times measure only the machine. */
const FLOOR_MS = 2

/** Processor time of this thread: the clock also runs while other tests use the processor. */
const msOf = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The best of three: other load only ever makes it slower. */
const bestMs = (work: () => unknown): number => Math.min(msOf(work), msOf(work), msOf(work))

/**
 * How much longer some work takes with four times the input; `size` should be such that the work takes more than a millisecond. The larger
 * input runs once: on a busy machine the growth looks larger, never smaller.
 */
function growth(work: (size: number) => unknown, size: number): number {
  work(Math.ceil(size / 10))
  return (msOf(() => work(4 * size)) + FLOOR_MS) / (bestMs(() => work(size)) + FLOOR_MS)
}

/** Fails if four times the input takes more than twice as long: work with a ceiling takes a constant time. */
export function expectFlat(work: (size: number) => unknown, size: number): void {
  expect(smallestGrowth(work, size, 2)).toBeLessThan(2)
}

/** Fails if four times the input takes more than nine times as long; the test's time limit stops work that would take minutes. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  expect(smallestGrowth(work, size, MOST)).toBeLessThan(MOST)
}

/** Measures again, in case the machine was busy. */
function smallestGrowth(work: (size: number) => unknown, size: number, most: number): number {
  let ratio = Infinity
  for (let looks = 0; looks < 4 && ratio > most; looks++) ratio = Math.min(ratio, growth(work, size))
  return ratio
}
