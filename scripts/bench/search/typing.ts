import type { Browser, Page } from 'playwright-core'
import { added, type Line, type Sent, type SlowServer } from './slow-server.ts'

/** The figures of one key, or several. */
export interface Key extends Sent {
  text: string
  /** Infinity if the answer did not come in time. */
  ms: number
}

/** The speed of the machine and the connection. */
export interface Conditions {
  /** The slowdown factor. Chromium slows down the page, and not its workers. */
  cpu: number
  line: Line | undefined
}

/** The maximum time to wait. */
export const PATIENCE_MS = 120_000
/** After this time without requests, loading is finished. */
const QUIET_MS = 700

/** Opens the home page in a browser with an empty cache, with the search dialog. */
export async function openDialog(browser: Browser, server: SlowServer, { cpu, line }: Conditions): Promise<Page> {
  server.line = undefined
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(2 * PATIENCE_MS)
  await page.goto(server.url, { waitUntil: 'networkidle' })
  if (cpu > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await page.keyboard.press('/')
  server.line = line
  server.take()
  return page
}

/**
 * Enters a text into the dialog and measures from that event to the frame that shows its results: the first ones, or those from the texts
 * of pages. Counts also what is loaded afterwards.
 */
export async function typed(page: Page, server: SlowServer, text: string, answer: 'any' | 'texts' = 'any'): Promise<Key> {
  const ms = await page.evaluate(
    ([text, answer, patienceMs]) =>
      new Promise<number>((resolve) => {
        const input = document.querySelector<HTMLInputElement>('dialog input')
        if (!input) throw new Error('There is no input.')
        const start = performance.now()
        const look = (): void => {
          const status = document.querySelector('dialog .quick-popup [role=status]')?.textContent ?? ''
          const isAnswered = status.includes(`“${text}”`) && (answer === 'any' || /results? for|nothing/i.test(status))
          if (isAnswered) requestAnimationFrame(() => resolve(performance.now() - start))
          else if (performance.now() - start > patienceMs) resolve(Infinity)
          else setTimeout(look, 2)
        }
        input.value = text
        input.dispatchEvent(new Event('input', { bubbles: true }))
        look()
      }),
    [text, answer, PATIENCE_MS] as const,
  )
  return { text, ms, ...(ms === Infinity ? server.take() : await untilQuiet(server)) }
}

async function untilQuiet(server: SlowServer): Promise<Sent> {
  let all = server.take()
  for (let quietMs = 0; quietMs < QUIET_MS + (server.line?.latencyMs ?? 0); quietMs += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const more = server.take()
    if (more.requests > 0) quietMs = 0
    all = added(all, more)
  }
  return all
}
