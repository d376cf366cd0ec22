import type { Page } from 'playwright-core'
import { wordsOf } from '../words/words.ts'
import type { PlacedGuide } from './arrange.ts'
import { bindGuides, type Chapter, numberPages } from './bind-guides.ts'
import { pageNumbers } from './page-numbers.ts'

/** How the contents look, and where guides begin. */
const LOOKS = `
.book-contents, .book-contents ol { padding: 0; margin: 0; list-style: none }
.book-contents { margin: 6mm 0 }
.book-contents ol { padding-inline-start: 6mm }
.book-contents a { display: flex; gap: 4mm; justify-content: space-between; padding: 0.6mm 0; border-bottom: 0.5pt solid var(--line); break-inside: avoid }
.book-contents span:last-child { min-width: 3em; text-align: end; font-variant-numeric: tabular-nums }
.book-contents > .book-part-row { margin-top: 2mm }
.book-part-row > a { font-weight: 600; break-after: avoid }
.site-footer { break-inside: avoid }
.book-guide { break-before: page }
h2.book-part { margin: 0 0 3mm; padding-bottom: 1mm; border-bottom: 1.5pt solid var(--accent); font-size: var(--text-xl); break-after: avoid }
`

/** Room for numbers of four digits, as long as they are not known: they change no line. */
const UNKNOWN = 8888

/** A book before its guides are read. */
export interface Binding {
  title: string
  chapters: readonly Chapter[]
  /** How many guides of the category are not in it. */
  leftOut: number
}

/**
 * Makes a book of guides out of the page of the first of them, and prints it twice: page numbers are known once everything has its place. `paper` prints the page as it stands.
 */
export async function printBook(page: Page, { title, chapters, leftOut }: Binding, paper: () => Promise<Buffer>): Promise<Buffer> {
  const root = page.locator('html')
  const said = wordsOf((await root.getAttribute('lang')) ?? 'en')
  const words = {
    contents: said.say('category.contents'),
    leftOut: leftOut > 0 ? said.say('category.leftOut', { count: leftOut }) : '',
    archived: said.say('guide.archivedShort'),
    lang: said.lang,
  }
  const titles = await root.evaluate(bindGuides, { title, words, chapters, looks: LOOKS })
  const feet = Object.entries(titles)
    .map(([place, title]) => footOf(place, title))
    .join('')
  const places = chapters.flatMap(({ place, opens }) => [place, ...opens.map((opening) => opening.place)])
  await root.evaluate(numberPages, { pages: Object.fromEntries(places.map((place) => [place, UNKNOWN])), feet })
  const numbers = pageNumbers(await paper())
  await root.evaluate(numberPages, { pages: Object.fromEntries(numbers), feet: '' })
  return paper()
}

/** Guides as chapters: a category begins with the first guide in it or below it. */
export function chaptersOf(guides: readonly PlacedGuide[], addressOf: (guide: PlacedGuide) => string): Chapter[] {
  let count = 0
  return guides.map((guide, at) => {
    const { above, guideid, isArchived } = guide
    const before = guides[at - 1]?.above ?? []
    const changed = above.findIndex(({ page }, depth) => before[depth]?.page !== page)
    const opens = (changed < 0 ? [] : above.slice(changed)).map(({ title, lang }, below) => ({
      place: `part-${++count}`,
      title,
      lang,
      depth: changed + below + 1,
    }))
    return { address: addressOf(guide), place: `guide-${guideid}`, depth: above.length, opens, isArchived }
  })
}

/** Each guide has pages of its own name, at whose foot its title stands. */
const footOf = (place: string, title: string): string =>
  `[data-sheets='${place}'] { page: ${place} } @page ${place} { @bottom-left { content: "${title.replace(/[\\"]/g, String.raw`\$&`).replace(/\s+/g, ' ')}" } }\n`
