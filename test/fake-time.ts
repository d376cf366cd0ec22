import { onTestFinished, vi } from 'vitest'

/** Makes `performance.now()` stand still, and gives what moves it on by milliseconds. */
export function stillClock(): (ms: number) => void {
  let nowMs = Math.ceil(performance.now()) // sums of whole numbers are exact
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => clock.mockRestore())
  return (ms) => (nowMs += ms)
}

/** The same for all that waits too, also with `node:timers/promises`. Not beside undici, whose timers outlast a test. */
export function stillTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], fakeNodeBuiltins: true })
  onTestFinished(() => void vi.useRealTimers())
}
