const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

export type Retry = ReturnType<typeof retrying>

/**
 * Retries what failed without a network: when the browser reports that it is online, and periodically, since browsers do not detect every
 * outage.
 */
export function retrying(again: () => void) {
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('online', () => {
    if (timer !== undefined) run()
  })

  /** Must be called after each failure. Each failed automatic retry doubles the delay; a reader's own attempt does not. */
  function failed(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      run()
    }, waitMs)
  }

  /** Must be called after each success. */
  function worked(): void {
    clearTimeout(timer)
    timer = undefined
    waitMs = FIRST_WAIT_MS
  }

  function run(): void {
    clearTimeout(timer)
    timer = undefined
    again()
  }

  return { failed, worked }
}
