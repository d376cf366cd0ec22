import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Serving } from '../../src/publish/serve.ts'
import { stepAnchor } from '../../src/routes.ts'
import type { SearchDocument } from '../../src/search/document.ts'
import { documentOf } from '../search/documents.ts'
import { test } from './browser.ts'
import { searchableSites } from './built-site.ts'

const GUIDES = 2000
/**
 * The limits of a key's time, as a multiple of a fixed piece of work that the same page does right before and after it: for half of the
 * keys, and for nine of ten. About three times the measured values.
 */
const LIMITS = { half: 2, nineOfTen: 7 }
const PARTS = 'battery screen camera speaker button hinge cable antenna lens charger motor belt pump filter valve switch fuse gasket'.split(
  ' ',
)
const DOINGS = 'Replacing Cleaning Testing Opening Soldering Adjusting Lubricating Removing Sewing Gluing'.split(' ')
const MAKERS = 'Aldersyde Brindle Fennel Hollin Linnet Norrvik Skylark Tarn Wexley Yarrow'.split(' ')
const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? ''

/** A pseudo-random number from 0 to 1, the same each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** Some 40 words distributed as in texts: few are common and most are rare (Zipf's law), and the guide's own subject recurs. */
const wordsOf = (random: () => number, own: readonly string[]): string =>
  Array.from({ length: 40 }, () =>
    random() < 0.1 ? pick(own, Math.floor(random() * own.length)) : wordOf(Math.floor(8000 ** random())),
  ).join(' ')
const SYLLABLES = 'ba ke ti lo sa cre pin wa do mu res ta ne fi gol ver'.split(' ')
const wordOf = (rank: number): string =>
  `${pick(SYLLABLES, rank)}${pick(SYLLABLES, Math.floor(rank / 16))}${pick(SYLLABLES, Math.floor(rank / 256))}`

/** Guides of twelve steps. */
async function* documents(): AsyncGenerator<SearchDocument> {
  for (let id = 1; id <= GUIDES; id++) {
    const title = `${pick(DOINGS, id)} the ${pick(PARTS, Math.floor(id / 7))} of ${pick(MAKERS, Math.floor(id / 3))} ${100 + (id % 900)}`
    const random = dice(id)
    const own = [pick(PARTS, Math.floor(id / 7)), pick(MAKERS, Math.floor(id / 3)), pick(DOINGS, id)]
    const [maker, part, type] = [pick(MAKERS, id), pick(PARTS, id), pick(['repair', 'replacement', 'teardown'], id)]
    yield documentOf(`/guide/${id}/`, title, {
      breadcrumb: maker,
      modified: id,
      filters: { kind: 'guide', type, category: [maker], tag: [part] },
      text: `How to go about the ${part}.`,
      sections: Array.from({ length: 12 }, (_, at) => ({
        anchor: stepAnchor(at + 1),
        title: `Step ${at + 1}`,
        text: wordsOf(random, own),
      })),
    })
  }
}

const serveSearch = searchableSites()
let site: Serving
beforeAll(async () => {
  site = await serveSearch(documents())
  return site.close
})

/** None of them is typed twice, so that no answer is cached. */
const TYPED = ['soldering the gasket', 'brindle camera', 'replacing battery of tarn', 'lubricating yarrow hinge', 'norrvik 412 pump']
const WARMED_BY = ['linnet', 'adjusting skylark valve']

/** Sorts pseudo-random numbers: milliseconds. */
const referenceMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const start = performance.now()
    let state = 1
    Array.from({ length: 100_000 }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)).sort((a, b) => a - b)
    return performance.now() - start
  })

/** From the event of a key to the frame that shows its result: milliseconds. */
const answerMs = (page: Page, text: string, root: string): Promise<number> =>
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

test.for([
  ['the dialog', '/', '.quick-popup'],
  ['the search page', '/search/', '.search-page'],
])(`%s answers a key on ${GUIDES} guides in time, once it is warm`, async ([name = '', path = '', root = ''], { open }) => {
  const page = await open(site.url + path.slice(1))
  if (path === '/') await page.keyboard.press('/')
  const input = page.locator(path === '/' ? 'dialog input' : 'main input[type=search]')
  for (const text of WARMED_BY) {
    await input.fill(text)
    const answer = page.getByRole('status').filter({ hasText: `“${text}”` })
    await answer.waitFor()
  }
  const keys: { text: string; ms: number; ratio: number }[] = []
  let before = await referenceMs(page)
  for (const whole of TYPED)
    for (let length = 1; length <= whole.length; length++) {
      const text = whole.slice(0, length)
      if (text.endsWith(' ')) continue
      const ms = await answerMs(page, text, root)
      const after = await referenceMs(page)
      keys.push({ text, ms, ratio: (2 * ms) / (before + after) })
      before = after
    }
  const inOrder = keys.toSorted((a, b) => a.ratio - b.ratio)
  const at = (share: number): number => inOrder[Math.floor((keys.length - 1) * share)]?.ratio ?? Infinity
  const slowest = inOrder.slice(-3).map(({ text, ms, ratio }) => `“${text}” ${ratio.toFixed(1)} (${Math.round(ms)} ms)`)
  const halfMs = keys.map(({ ms }) => ms).toSorted((a, b) => a - b)[keys.length >> 1] ?? 0
  console.log(
    `${name}: ${keys.length} keys on ${GUIDES} guides take ${at(0.5).toFixed(1)} times the reference at the median (${Math.round(halfMs)} ms), nine of ten within ${at(0.9).toFixed(1)}; slowest ${slowest.join(', ')}`,
  )
  expect(at(0.5)).toBeLessThan(LIMITS.half)
  expect(at(0.9)).toBeLessThan(LIMITS.nineOfTen)
})
