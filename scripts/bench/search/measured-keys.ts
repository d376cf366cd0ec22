import type { Browser } from 'playwright-core'
import { FAMILY } from './made-documents.ts'
import type { SlowServer } from './slow-server.ts'
import { type Conditions, type Key, openDialog, typed } from './typing.ts'

/** The first keys of a search for a thing by name. */
const FIRST_KEYS = FAMILY.slice(0, 4).toLowerCase()
/** Then the words of a title in another order. */
const IN_ANY_ORDER = 'battery skylark 12'
/** Words from texts, of which the first loads what all need; each is typed from its fourth letter on. */
const IN_TEXTS = ['bais', 'battery chan', 'cleaning fuse tha', 'skylark hinge pa', 'removing lens', 'camera gou']

/** For a site with so many titles that keys are answered from their files. */
export async function titleKeys(
  browser: Browser,
  server: SlowServer,
  conditions: readonly Conditions[],
): Promise<{ name: string; keys: Key[] }[]> {
  const texts = [...Array.from({ length: 3 }, (_, at) => FIRST_KEYS.slice(0, at + 1)), `${FAMILY.toLowerCase()} 1`, IN_ANY_ORDER]
  const rows = texts.map((text, at) => ({ name: `“${text}”${at === 0 ? ', the first key' : ' after it'}`, keys: [] as Key[] }))
  // In the first round the server compresses.
  for (const [turn, one] of [{ cpu: 1, line: undefined }, ...conditions].entries()) {
    const page = await openDialog(browser, server, one)
    for (const [at, text] of texts.entries()) {
      const key = await typed(page, server, text)
      if (turn > 0) rows[at]?.keys.push(key)
    }
    await page.context().close()
  }
  return rows
}

/** The figures of each group of keys: the first of a new search, the next ones, and those of a warm search. */
export async function measuredKeys(
  browser: Browser,
  server: SlowServer,
  conditions: readonly Conditions[],
): Promise<{ name: string; keys: Key[] }[]> {
  const rows = new Map<string, Key[]>()
  const note = (name: string, key: Key): unknown => rows.set(name, [...(rows.get(name) ?? []), key])
  const firstOf = [{ cpu: 1, line: undefined }, ...conditions]
  for (const [at, one] of firstOf.entries()) {
    // In the first round the server compresses.
    const isMeasured = at > 0
    const keys = await firstKeys(browser, server, one)
    if (isMeasured) for (const [name, key] of keys) note(name, key)
  }
  return Array.from(rows, ([name, keys]) => ({ name, keys }))
}

async function firstKeys(browser: Browser, server: SlowServer, one: Conditions): Promise<[name: string, key: Key][]> {
  const found: [string, Key][] = []
  let page = await openDialog(browser, server, one)
  for (let length = 1; length <= FIRST_KEYS.length; length++) {
    const text = FIRST_KEYS.slice(0, length)
    found.push([`“${text}”${length === 1 ? ', the first key' : ' after it'}`, await typed(page, server, text)])
  }
  found.push([`“${IN_ANY_ORDER}”, pasted after that`, await typed(page, server, IN_ANY_ORDER)])
  await page.context().close()
  page = await openDialog(browser, server, one)
  const [first = '', ...later] = IN_TEXTS
  found.push([`“${first}”, pasted at first: first results`, await typed(page, server, first)])
  await page.context().close()
  page = await openDialog(browser, server, one)
  found.push([`“${first}”, pasted at first: from texts`, await typed(page, server, first, 'texts')])
  if (!one.line) {
    const keys: Key[] = []
    for (const text of later)
      for (let length = 4; length <= text.length; length++)
        if (!text.slice(0, length).endsWith(' ')) keys.push(await typed(page, server, text.slice(0, length), 'texts'))
    keys.sort((a, b) => a.ms - b.ms)
    for (const [name, share] of [
      ['median', 0.5],
      ['90th percentile', 0.9],
    ] as const) {
      const key = keys[Math.floor((keys.length - 1) * share)]
      if (key) found.push([`${keys.length} keys after that, from texts: ${name}`, key])
    }
  }
  await page.context().close()
  return found
}
