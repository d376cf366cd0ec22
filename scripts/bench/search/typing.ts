import type { Browser, Page } from 'playwright-core'
import { added, type Line, type Sent, type SlowServer } from './slow-server.ts'

/** What one key came to, or several. */
export interface Key extends Sent {
  text: string
  /** Infinity where nobody waited for the answer. */
  ms: number
}

/** How slow the machine and the line are. */
export interface Conditions {
  /** So many times as slow as it is. Chromium slows down the page, and not its workers. */
  cpu: number
  line: Line | undefined
}

/** Nobody waits any longer. */
export const PATIENCE_MS = 120_000
/** Nothing more is on its way. */
const QUIET_MS = 700

/** Opens the home page in a browser that has nothing of the site, with the dialog of the search. */
export async function openDialog(browser: Browser, server: SlowServer, { cpu, line }: Conditions): Promise<Page> {
  server.line = undefined
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(2 * PATIENCE_MS)
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await slowDown(page, cpu)
  await page.keyboard.press('/')
  server.line = line
  server.take()
  return page
}

/**
 * Puts a text into the dialog and measures from that event to the frame that shows results for it: the first ones, or those that come from the texts of pages. What
 * is loaded after that counts as well.
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

/** From now on a page has a processor that is so many times as slow. */
export async function slowDown(page: Page, cpu: number): Promise<void> {
  if (cpu > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

/** What a server sends until nothing more is asked of it. */
export async function untilQuiet(server: SlowServer): Promise<Sent> {
  let all = server.take()
  for (let quietMs = 0; quietMs < QUIET_MS + (server.line?.latencyMs ?? 0); quietMs += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const more = server.take()
    if (more.requests > 0) quietMs = 0
    all = added(all, more)
  }
  return all
}
