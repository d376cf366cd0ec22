import { expect, test } from 'vitest'
import { TimeLeft } from '../../../scripts/terminal/time-left.ts'

/** `perSecond` things a second, noted ten times a second. */
function work(left: TimeLeft, from: { ms: number; done: number }, seconds: number, perSecond: number): { ms: number; done: number } {
  for (let tenth = 1; tenth <= 10 * seconds; tenth++) left.note(Math.floor(from.done + (tenth * perSecond) / 10), from.ms + 100 * tenth)
  return { ms: from.ms + 1000 * seconds, done: from.done + seconds * perSecond }
}
const START = { ms: 0, done: 0 }

test('the time left follows from the pace of the last ten seconds, not from that of the start', () => {
  const left = new TimeLeft()
  const quick = work(left, START, 5, 1000)
  const now = work(left, quick, 30, 10)
  const leftMs = left.of(now.done + 600, now.ms) ?? 0
  expect(leftMs / 60_000).toBeGreaterThan(0.9)
  expect(leftMs / 60_000).toBeLessThan(1.1)
})

test('the rate is that of the last ten seconds as well, and none where nothing moves', () => {
  const left = new TimeLeft()
  const quick = work(left, START, 5, 1000)
  expect(left.perSecond(quick.ms)).toBeCloseTo(1000, -2)
  const slow = work(left, quick, 30, 10)
  expect(left.perSecond(slow.ms)).toBeCloseTo(10, 0)
  expect(left.perSecond(slow.ms + 60_000)).toBe(0)
})

test('what was done before a worker joined, and before another one led, is not of its pace', () => {
  const left = new TimeLeft()
  left.note(50_000, 800)
  expect([left.perSecond(800), left.of(60_000, 800)]).toEqual([0, undefined])
  const now = work(left, { ms: 800, done: 50_000 }, 8, 20)
  expect(left.perSecond(now.ms)).toBeCloseTo(20, 0)
  expect((left.of(now.done + 1200, now.ms) ?? 0) / 1000).toBeCloseTo(60, -1)
  left.note(3, now.ms + 500)
  expect(left.perSecond(now.ms + 500)).toBe(0)
  const later = work(left, { ms: now.ms + 500, done: 3 }, 5, 40)
  expect(left.perSecond(later.ms)).toBeCloseTo(40, -1)
})

test('nothing is said while nothing moves, however quick it was before', () => {
  const left = new TimeLeft()
  const now = work(left, START, 2, 100)
  expect(left.of(now.done + 1000, now.ms)).toBeDefined()
  for (const restMs of [2_500, 10_000, 60_000]) expect(left.of(now.done + 1000, now.ms + restMs)).toBeUndefined()
})

test('what is slow by nature may rest for as long as three of its things take', () => {
  const left = new TimeLeft()
  const now = work(left, START, 60, 0.2)
  expect(left.of(now.done + 10, now.ms + 8_000)).toBeDefined()
  expect(left.of(now.done + 10, now.ms + 30_000)).toBeUndefined()
})

test('nothing is said before anything is done, when all is done, and of less than a second', () => {
  const left = new TimeLeft()
  expect(left.of(100, 500)).toBeUndefined()
  const now = work(left, START, 5, 1000)
  expect(left.of(now.done, now.ms)).toBeUndefined()
  expect(left.of(now.done + 8, now.ms)).toBeUndefined()
})
