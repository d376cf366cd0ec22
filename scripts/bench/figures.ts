/** What one run came to, as its process says it on a line of JSON. */
export interface Figures {
  requests: number
  ms: number
  /** Of the whole process, user and system. */
  cpuMs: number
  peakBytes: number
}

/** Measures the work of this process and says it. `work` returns how many requests it sent. */
export async function measure(work: () => Promise<number>): Promise<void> {
  const before = process.cpuUsage()
  const start = performance.now()
  const requests = await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  const figures: Figures = { requests, ms, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024 }
  console.log(JSON.stringify(figures))
}

/** The middle one of some figures. */
export const middleOf = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN
