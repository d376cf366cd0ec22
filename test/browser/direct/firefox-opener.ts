import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bidi } from './bidi.ts'
import { CLICK, OPEN_TIMEOUT_MS, type Opener, SETTLE_MS } from './opener.ts'

const INSTALLED = [
  ...['/usr/bin/firefox', '/usr/bin/firefox-esr', '/snap/bin/firefox'],
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The Firefox of FIREFOX_PATH, or an installed one. */
export const findFirefox = (): string | undefined => process.env.FIREFOX_PATH ?? INSTALLED.find((path) => existsSync(path))

/** What a tab did since it was asked to open something. */
interface Tab {
  dialogs: string[]
  isDownload: boolean
}

/** A Firefox that asks a proxy for all that is elsewhere, and keeps no download. */
export async function firefoxOpener(executable: string, proxy: string): Promise<Opener> {
  const profile = await mkdtemp(join(tmpdir(), 'benchbook-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences(proxy))
  const browser = spawn(executable, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const tabs = new Map<string, Tab>()
  const bidi = await Bidi.connect(`${await addressOf(browser)}/session`, (method, { context, message }) => {
    const tab = tabs.get(String(context))
    if (method === 'browsingContext.userPromptOpened') tab?.dialogs.push(String(message))
    if (method === 'browsingContext.downloadWillBegin' && tab) tab.isDownload = true
  })
  await bidi.send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'dismiss' } } } })
  await bidi.send('browser.setDownloadBehavior', { downloadBehavior: { type: 'denied' } })
  await bidi.send('session.subscribe', { events: ['browsingContext.userPromptOpened', 'browsingContext.downloadWillBegin'] })
  /** To make a tab costs more than to open most files. */
  const idle: string[] = []
  const open: Opener['open'] = async (url, isClicked) => {
    const context = idle.pop() ?? (await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })).context
    const tab: Tab = { dialogs: [], isDownload: false }
    tabs.set(context, tab)
    if ((await navigate(bidi, context, url)) === 'download') tab.isDownload = true
    if (isClicked && !tab.isDownload) await click(bidi, context)
    await sleep(SETTLE_MS)
    const { contexts } = await bidi.send<{ contexts: { url: string }[] }>('browsingContext.getTree', { root: context, maxDepth: 0 })
    idle.push(context)
    return { url: tab.isDownload ? undefined : contexts[0]?.url, dialogs: tab.dialogs }
  }
  const close = async () => {
    bidi.close()
    browser.kill()
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { atOnce: 6, open, close }
}

function preferences(proxy: string): string {
  const [host = '', port = ''] = proxy.split(':')
  const values: Record<string, string | number | boolean> = {
    'fission.autostart': false,
    'network.proxy.type': 1,
    'network.proxy.http': host,
    'network.proxy.http_port': Number(port),
    'network.proxy.ssl': host,
    'network.proxy.ssl_port': Number(port),
  }
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

/** `ws://127.0.0.1:41234`, which Firefox prints when it is ready. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr)
    for await (const line of createInterface({ input: stderr })) {
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
      if (address) {
        stderr.resume()
        return address
      }
    }
  throw new Error('Firefox ended before it was ready.')
}

/** Whether the answer arrives before the download is announced depends on the load: then Firefox fails the navigation with this error. */
const RETARGETED = 'NS_BINDING_RETARGETED'

async function navigate(bidi: Bidi, context: string, url: string): Promise<'shown' | 'download'> {
  const late = sleep(OPEN_TIMEOUT_MS, 'late' as const, { ref: false })
  const loaded = bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }).then(
    () => 'shown' as const,
    (error: unknown) => {
      if (error instanceof Error && error.message.includes(RETARGETED)) return 'download' as const
      throw error
    },
  )
  const outcome = await Promise.race([loaded, late])
  if (outcome === 'late') throw new Error(`Firefox did not open ${url}`)
  return outcome
}

/** A page that a load has kept from being painted cannot be clicked yet: Firefox says this. */
const UNPAINTED = 'NS_ERROR_FAILURE'

async function click(bidi: Bidi, context: string): Promise<void> {
  try {
    await clickOnce(bidi, context)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(UNPAINTED))) throw error
    await sleep(SETTLE_MS)
    await clickOnce(bidi, context)
  }
}

const clickOnce = (bidi: Bidi, context: string): Promise<unknown> =>
  bidi.send('input.performActions', {
    context,
    actions: [
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...CLICK },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ],
  })
