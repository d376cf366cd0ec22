import { setTimeout as sleep } from 'node:timers/promises'
import { findFirefox, startFirefox, throughProxy } from '../direct/start-firefox.ts'

const UNTIL_MS = 20_000
/** Firefox lets what drives it loosen `security.fileuri.strict_origin_policy` among others: its own values stay. It asks nobody anything. */
const PREFERENCES = { 'remote.prefs.recommended': false, ...throughProxy('127.0.0.1:9') }

/** A tab of a Firefox as people have it; undefined where none is installed. */
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
    /** Asks until the answer is true; gives the last answer. */
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
