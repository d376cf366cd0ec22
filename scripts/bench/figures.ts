/** The figures of one run, which its process prints as a line of JSON. */
export interface Figures {
  requests: number
  ms: number
  /** Of the whole process, user and system time. */
  cpuMs: number
  peakBytes: number
}

/** Measures this process during the work and prints the figures. `work` returns the number of requests sent. */
export async function measure(work: () => Promise<number>): Promise<void> {
  const before = process.cpuUsage()
  const start = performance.now()
  const requests = await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  const figures: Figures = { requests, ms, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024 }
  console.log(JSON.stringify(figures))
}
