import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { FAMILY } from './made-documents.ts'
import { added, type Line, type Sent, type SlowServer } from './slow-server.ts'

/** The figures of one key, or several. */
export interface Key extends Sent {
  /** Infinity if the answer did not come in time. */
  ms: number
}

export interface KeyRow {
  name: string
  fast: Key
  slow: Key | undefined
}

/** The maximum time to wait. */
export const PATIENCE_MS = 120_000
/** After this time without requests, loading is finished. */
const QUIET_MS = 700
/** Chromium slows down the page, and not its workers. */
const CPU_SLOWDOWN = 4
const SLOW_LINE: Line = { latencyMs: 150, bytesPerS: 1_600_000 / 8 }

const NAME = FAMILY.toLowerCase()
const FIRST_KEYS = [1, 2, 3].map((length) => NAME.slice(0, length))
/** Then the words of a title in another order. */
const IN_ANY_ORDER = `battery ${NAME} 12`
/** Words from texts, of which the first loads what all need; each is typed from its fourth letter on. */
const FIRST_IN_TEXTS = 'bais'
const IN_TEXTS = ['battery chan', 'cleaning fuse tha', `${NAME} hinge pa`, 'removing lens', 'camera gou']

/** The key with the median time, or another share. Throws a RangeError for none. */
export function quantile(keys: readonly Key[], share = 0.5): Key {
  const key = keys.toSorted((a, b) => a.ms - b.ms)[Math.floor((keys.length - 1) * share)]
  if (!key) throw new RangeError('Nothing was measured.')
  return key
}

type Named = [name: string, key: Key]
type Typing = (page: Page, line: Line | undefined) => Promise<Named[]>

/** The figures of each group of keys: the first of a new search, the next ones, and those of a warm search. */
export const keysIn = (browser: Browser, server: SlowServer): Promise<KeyRow[]> =>
  rowsOf(browser, server, [
    async (page) => {
      const keys: Named[] = []
      for (const text of [...FIRST_KEYS, NAME.slice(0, 4)]) keys.push([nameOf(text), await typed(page, server, text)])
      return [...keys, [`“${IN_ANY_ORDER}”, pasted after that`, await typed(page, server, IN_ANY_ORDER)]]
    },
    async (page) => [[`“${FIRST_IN_TEXTS}”, pasted at first: first results`, await typed(page, server, FIRST_IN_TEXTS)]],
    async (page, line) => {
      const first: Named = [`“${FIRST_IN_TEXTS}”, pasted at first: from texts`, await typed(page, server, FIRST_IN_TEXTS, 'texts')]
      if (line) return [first]
      const keys: Key[] = []
      for (const text of IN_TEXTS)
        for (let length = 4; length <= text.length; length++)
          if (text[length - 1] !== ' ') keys.push(await typed(page, server, text.slice(0, length), 'texts'))
      const at = (name: string, share: number): Named => [`${keys.length} keys after that, from texts: ${name}`, quantile(keys, share)]
      return [first, at('median', 0.5), at('90th percentile', 0.9)]
    },
  ])

/** For a site with so many titles that keys are answered from their files. */
export const titleKeysIn = (browser: Browser, server: SlowServer): Promise<KeyRow[]> =>
  rowsOf(browser, server, [
    async (page) => {
      const keys: Named[] = []
      for (const text of [...FIRST_KEYS, `${NAME} 1`, IN_ANY_ORDER]) keys.push([nameOf(text), await typed(page, server, text)])
      return keys
    },
  ])

const nameOf = (text: string): string => `“${text}”${text.length === 1 ? ', the first key' : ' after it'}`

/** Each typing on a page that has loaded nothing of the search, without delays and on a slow line. */
async function rowsOf(browser: Browser, server: SlowServer, typings: readonly Typing[]): Promise<KeyRow[]> {
  const round = async (line?: Line): Promise<Named[]> => {
    const keys: Named[] = []
    for (const type of typings) {
      const page = await openDialog(browser, server, line)
      keys.push(...(await type(page, line)))
      await page.context().close()
    }
    return keys
  }
  await round() // the server compresses
  const [fast, slow] = [await round(), new Map(await round(SLOW_LINE))]
  return fast.map(([name, key]) => ({ name, fast: key, slow: slow.get(name) }))
}

/** Opens the home page in a browser with an empty cache, with the search dialog. */
export async function openDialog(browser: Browser, server: SlowServer, line?: Line): Promise<Page> {
  server.line = undefined
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(2 * PATIENCE_MS)
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
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
          else window.setTimeout(look, 2)
        }
        input.value = text
        input.dispatchEvent(new Event('input', { bubbles: true }))
        look()
      }),
    [text, answer, PATIENCE_MS] as const,
  )
  return { ms, ...(ms === Infinity ? server.take() : await untilQuiet(server)) }
}

/** What is sent until nothing more comes. */
export async function untilQuiet(server: SlowServer): Promise<Sent> {
  let all = server.take()
  for (let quietMs = 0; quietMs < QUIET_MS + (server.line?.latencyMs ?? 0); quietMs += 50) {
    await setTimeout(50)
    const more = server.take()
    if (more.requests > 0) quietMs = 0
    all = added(all, more)
  }
  return all
}
