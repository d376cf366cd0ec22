import { setTimeout as sleep } from 'node:timers/promises'
import { findFirefox, startFirefox, throughProxy } from '../direct/start-firefox.ts'

const UNTIL_MS = 20_000
/**
 * Drivers make Firefox loosen `security.fileuri.strict_origin_policy` and others: its own defaults are kept. It sends no external requests.
 */
const PREFERENCES = { 'remote.prefs.recommended': false, ...throughProxy('127.0.0.1:9') }

/** A tab of an ordinary Firefox; undefined if none is installed. */
export async function diskFirefox() {
  const executable = findFirefox()
  if (!executable) return undefined
  const { bidi, close } = await startFirefox(executable, PREFERENCES)
  await bidi.send('session.new', { capabilities: {} })
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
  const run = async (expression: string): Promise<unknown> => {
    const target = { context }
    const { result } = await bidi.send<{ result?: { value?: unknown } }>('script.evaluate', { expression, target, awaitPromise: true })
    return result?.value
  }
  return {
    run,
    open: (url: string) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Evaluates until the result is true; returns the last result. */
    async until(expression: string): Promise<unknown> {
      const end = performance.now() + UNTIL_MS
      for (;;) {
        const answer = await run(expression)
        if (answer === true || performance.now() > end) return answer
        await sleep(100)
      }
    },
    close,
  }
}
