import { setTimeout as sleep } from 'node:timers/promises'
import type { Bidi } from './bidi.ts'
import { CLICK, OPEN_TIMEOUT_MS, type Opener, SETTLE_MS } from './opener.ts'
import { startFirefox, throughProxy } from './start-firefox.ts'

/** A Firefox that uses a proxy for all external requests, and keeps no download. */
export async function firefoxOpener(executable: string, proxy: string): Promise<Opener> {
  /** What each tab did since it was asked to open something. */
  const tabs = new Map<string, { dialogs: string[]; isDownload: boolean }>()
  const preferences = { 'fission.autostart': false, ...throughProxy(proxy) }
  const { bidi, close } = await startFirefox(executable, preferences, (method, { context, message }) => {
    const tab = tabs.get(String(context))
    if (method === 'browsingContext.userPromptOpened') tab?.dialogs.push(String(message))
    if (method === 'browsingContext.downloadWillBegin' && tab) tab.isDownload = true
  })
  await bidi.send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'dismiss' } } } })
  await bidi.send('browser.setDownloadBehavior', { downloadBehavior: { type: 'denied' } })
  await bidi.send('session.subscribe', { events: ['browsingContext.userPromptOpened', 'browsingContext.downloadWillBegin'] })
  /** Creating a tab takes longer than opening most files. */
  const idle: string[] = []
  const open: Opener['open'] = async (url, isClicked) => {
    const context = idle.pop() ?? (await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })).context
    const tab = { dialogs: [] as string[], isDownload: false }
    tabs.set(context, tab)
    if ((await navigate(bidi, context, url)) === 'download') tab.isDownload = true
    if (isClicked && !tab.isDownload) await click(bidi, context)
    await sleep(SETTLE_MS)
    const { contexts } = await bidi.send<{ contexts: { url: string }[] }>('browsingContext.getTree', { root: context, maxDepth: 0 })
    idle.push(context)
    return { url: tab.isDownload ? undefined : contexts[0]?.url, dialogs: tab.dialogs }
  }
  return { atOnce: 6, open, close }
}

/** The order of the answer and the announcement of the download depends on the load: Firefox may fail the navigation with this error. */
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

/** A page not yet painted because of load cannot be clicked: Firefox reports this. */
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
