import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { serveSite, type Serving } from '../../src/bundle/serve.ts'
import { stepAnchor } from '../../src/routes.ts'
import type { SearchDocument } from '../../src/search/document.ts'
import { indexSite } from '../../src/search/index-site.ts'
import { test } from './browser.ts'

const GUIDES = 2000
/** What is promised of each key on a machine of one's own. Where others work as well, a slow one is asked again: the best of some counts. */
const LIMIT_MS = 100
const ATTEMPTS = 20
const PARTS = 'battery screen camera speaker button hinge cable antenna lens charger motor belt pump filter valve switch fuse gasket'.split(
  ' ',
)
const DOINGS = 'Replacing Cleaning Testing Opening Soldering Adjusting Lubricating Removing Sewing Gluing'.split(' ')
const MAKERS = 'Aldersyde Brindle Fennel Hollin Linnet Norrvik Skylark Tarn Wexley Yarrow'.split(' ')
const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? ''

/** A number from 0 to 1 that looks random and is the same each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** Some 40 words as texts have them: few are common and most are rare (Zipf's law), and the guide's own matter comes back. */
function wordsOf(random: () => number, own: readonly string[]): string {
  return Array.from({ length: 40 }, () =>
    random() < 0.1 ? pick(own, Math.floor(random() * own.length)) : wordOf(Math.floor(8000 ** random())),
  ).join(' ')
}
const SYLLABLES = 'ba ke ti lo sa cre pin wa do mu res ta ne fi gol ver'.split(' ')
const wordOf = (rank: number): string =>
  `${pick(SYLLABLES, rank)}${pick(SYLLABLES, Math.floor(rank / 16))}${pick(SYLLABLES, Math.floor(rank / 256))}`

/** Guides of twelve steps. */
async function* documents(): AsyncGenerator<SearchDocument> {
  for (let id = 1; id <= GUIDES; id++) {
    const title = `${pick(DOINGS, id)} the ${pick(PARTS, Math.floor(id / 7))} of ${pick(MAKERS, Math.floor(id / 3))} ${100 + (id % 900)}`
    const random = dice(id)
    const own = [pick(PARTS, Math.floor(id / 7)), pick(MAKERS, Math.floor(id / 3)), pick(DOINGS, id)]
    yield {
      path: `/guide/${id}/`,
      title,
      lang: 'en',
      isTranslation: false,
      translatedInto: [],
      breadcrumb: pick(MAKERS, id),
      image: '',
      modified: id,
      filters: {
        kind: 'guide',
        type: pick(['repair', 'replacement', 'teardown'], id),
        category: [pick(MAKERS, id)],
        tag: [pick(PARTS, id)],
      },
      lead: '',
      text: `How to go about the ${pick(PARTS, id)}.`,
      sections: Array.from({ length: 12 }, (_, at) => ({
        anchor: stepAnchor(at + 1),
        title: `Step ${at + 1}`,
        text: wordsOf(random, own),
      })),
      rank: 1,
    }
  }
}

let folder: string
let site: Serving
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchbook-speed-'))
  await cp(inject('siteFolder'), folder, { recursive: true })
  await indexSite(documents(), folder)
  site = await serveSite(folder, { base: '/mending/', port: 0 })
})
afterAll(async () => {
  site.close()
  await rm(folder, { recursive: true, force: true })
})

const TYPED = ['soldering the gasket', 'brindle camera', 'replacing battery of tarn']

test.for([
  ['the dialog', '/', '.quick-popup'],
  ['the search page', '/search/', '.search-page'],
])(`%s answers a key on ${GUIDES} guides in time, once it is warm`, async ([name = '', path = '', root = ''], { open }) => {
  const page = await open(site.url + path.slice(1))
  if (path === '/') await page.keyboard.press('/')
  const input = page.locator(path === '/' ? 'dialog input' : 'main input[type=search]')
  /** From the event of the key to the frame that shows the answer to it. */
  const timed = (text: string): Promise<number> =>
    page.evaluate(
      ([text, root]) =>
        new Promise<number>((resolve) => {
          const input = document.querySelector<HTMLInputElement>(root === '.quick-popup' ? 'dialog input' : 'main input[type=search]')
          if (!input) throw new Error('There is no input.')
          const start = performance.now()
          const look = (): void => {
            const status = [...document.querySelectorAll(`${root} [role=status]`)].some((element) =>
              element.textContent.includes(`“${text.trim()}”`),
            )
            if (status) requestAnimationFrame(() => resolve(performance.now() - start))
            else setTimeout(look, 2)
          }
          input.value = text
          input.dispatchEvent(new Event('input', { bubbles: true }))
          look()
        }),
      [text, root] as const,
    )
  await input.fill('linnet')
  await page.getByRole('status').filter({ hasText: '“linnet”' }).waitFor()
  const keys: { text: string; ms: number }[] = []
  for (const text of TYPED) {
    await timed(text)
    for (let length = 1; length <= text.length; length++)
      if (text[length - 1] !== ' ') keys.push({ text: text.slice(0, length), ms: await timed(text.slice(0, length)) })
  }
  const inOrder = keys.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(inOrder[Math.floor((keys.length - 1) * share)] ?? 0)
  const first = `median ${at(0.5)} ms, nine of ten within ${at(0.9)} ms, slowest ${at(1)} ms`
  for (const key of keys)
    for (let attempt = 1; attempt < ATTEMPTS && key.ms > LIMIT_MS; attempt++) {
      // What others do comes in bursts.
      await page.waitForTimeout(20 * attempt)
      await timed('linnet')
      key.ms = Math.min(key.ms, await timed(key.text))
    }
  const slowest = keys.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
  const named = slowest.map(({ text, ms }) => `“${text}” ${Math.round(ms)} ms`).join(', ')
  console.log(`${name}: ${keys.length} keys on ${GUIDES} guides at first ${first}; the slowest at best ${named}`)
  expect(keys.filter(({ ms }) => ms > LIMIT_MS)).toEqual([])
})
