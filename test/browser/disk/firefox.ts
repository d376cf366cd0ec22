import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bidi } from '../direct/bidi.ts'
import { findFirefox } from '../direct/firefox-opener.ts'

const UNTIL_MS = 20_000
/** Firefox lets what drives it loosen `security.fileuri.strict_origin_policy` among others: its own values stay. It asks nobody anything. */
const PREFERENCES = {
  'remote.prefs.recommended': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

/** A tab of a Firefox as people have it; undefined where none is installed. */
export async function diskFirefox() {
  const executable = findFirefox()
  if (!executable) return undefined
  const profile = await mkdtemp(join(tmpdir(), 'benchbook-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(executable, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let address = ''
  for await (const line of createInterface(browser.stderr)) if ((address = /ws:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '')) break
  browser.stderr.resume()
  const bidi = await Bidi.connect(`${address}/session`, () => undefined)
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
    async close(): Promise<void> {
      bidi.close()
      browser.kill()
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
