import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectBidi } from './bidi.ts'

const INSTALLED = [
  ...['/usr/bin/firefox', '/usr/bin/firefox-esr', '/snap/bin/firefox'],
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The Firefox of FIREFOX_PATH, or an installed one. */
export const findFirefox = (): string | undefined => process.env.FIREFOX_PATH ?? INSTALLED.find((path) => existsSync(path))

/** Has Firefox ask a proxy, `host:port`, for all that is elsewhere. */
export const throughProxy = (proxy: string): Record<string, string | number> => {
  const [host = '', port = ''] = proxy.split(':')
  const places = ['http', 'ssl'].map((what) => ({ [`network.proxy.${what}`]: host, [`network.proxy.${what}_port`]: Number(port) }))
  return Object.assign({ 'network.proxy.type': 1 }, ...places) as Record<string, string | number>
}

/** A Firefox with these preferences, which `close` ends and leaves nothing of. */
export async function startFirefox(
  executable: string,
  preferences: Record<string, string | number | boolean>,
  onEvent: Parameters<typeof connectBidi>[1] = () => undefined,
) {
  const profile = await mkdtemp(join(tmpdir(), 'benchbook-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(executable, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let address = ''
  for await (const line of createInterface(browser.stderr))
    if ((address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1] ?? '')) break
  if (!address) throw new Error('Firefox ended before it was ready.')
  browser.stderr.resume()
  const bidi = await connectBidi(`${address}/session`, onEvent)
  const close = async () => {
    bidi.close()
    browser.kill()
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { bidi, close }
}
