import { onTestFinished, vi } from 'vitest'

/** Freezes `performance.now()`, and returns a function that advances it by milliseconds. */
export function stillClock(): (ms: number) => void {
  let nowMs = Math.ceil(performance.now()) // sums of whole numbers are exact
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => clock.mockRestore())
  return (ms) => (nowMs += ms)
}

/** The same for all timers, also of `node:timers/promises`. Not to be used with undici, whose timers outlast a test. */
export function stillTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], fakeNodeBuiltins: true })
  onTestFinished(() => void vi.useRealTimers())
}
