import { pathOf, stepAnchor } from '../../../src/routes.ts'
import type { SearchDocument } from '../../../src/search/document.ts'
import { anyWord, capital, chanceOf, sentence } from '../chance.ts'

const PARTS =
  'battery screen camera speaker button hinge cable antenna lens charger motor belt pump filter valve switch fuse gasket bearing brake'.split(
    ' ',
  )
const DOINGS = 'Replacing Cleaning Testing Opening Soldering Adjusting Lubricating Removing Sewing Gluing'.split(' ')

/** The ratio of iFixit's 48,260 categories to the guides among 100,000 pages. */
const CATEGORIES_TO_GUIDES = 48_260 / 51_740
const STEPS = 12
const WORDS_IN_STEP = 24
const MAKERS = 300
/** The query of the benchmark: every twelfth thing is named after it. */
export const FAMILY = 'Skylark'
const VARIANTS = ['', '', '', ' Pro', ' Mini', ' Plus', ' XL', ' Late 2013', ' 2nd Generation']

const any = <T>(chance: () => number, list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)]

export const categoriesFor = (guides: number): number => Math.round(guides * CATEGORIES_TO_GUIDES)

/** The names of a thing and of its parents, from the top: a few makers have most things. */
function namesOf(at: number): [maker: string, family: string, title: string] {
  const chance = chanceOf(at + 1)
  const maker = Math.floor(MAKERS ** chance())
  const ofMaker = chanceOf(maker + 4_000_000_000)
  const families = Array.from({ length: 12 }, () => capital(anyWord(ofMaker)))
  const family = at % 12 === 5 ? FAMILY : (any(chance, families) ?? '')
  const name = capital(anyWord(chanceOf(maker + 3_000_000_000)))
  return [name, family, `${name} ${family} ${1 + (at % 97)}${any(chance, VARIANTS) ?? ''} ${(at * 7919).toString(36).toUpperCase()}`]
}

const common = { lang: 'en', isTranslation: false, translatedInto: [] } as const
const picture = (at: number): string => `/media/${(at % 256).toString(16)}/${(at * 2_654_435_761).toString(36)}-300x225.jpg`

/** A site of guides with twelve steps and 290 words, and the categories of their things: the same each time. */
export async function* madeDocuments(guides: number): AsyncGenerator<SearchDocument> {
  const categories = categoriesFor(guides)
  for (let id = 1; id <= guides; id++) {
    const chance = chanceOf(id + 1_000_000_000)
    const [maker, family, thing] = namesOf(Math.floor(chance() * categories))
    const [part, doing] = [any(chance, PARTS) ?? '', any(chance, DOINGS) ?? '']
    yield {
      ...common,
      path: pathOf({ kind: 'guide', guideid: id }),
      title: `${doing} the ${part} of ${thing}`,
      breadcrumb: `${maker} › ${family} › ${thing}`,
      image: picture(id),
      modified: 1_750_000_000 + id,
      filters: { kind: 'guide', type: 'repair', difficulty: 'moderate', category: [maker, family, thing], tag: [part] },
      lead: `${sentence(chance, 12)}.`,
      text: '',
      sections: Array.from({ length: STEPS }, (_, at) => ({
        anchor: stepAnchor(at + 1),
        title: `Step ${at + 1}`,
        text: `${sentence(chance, WORDS_IN_STEP)}.`,
      })),
      rank: 1,
    }
  }
  for (let at = 0; at < categories; at++) {
    const [maker, family, title] = namesOf(at)
    yield {
      ...common,
      path: pathOf({ kind: 'wiki', namespace: 'CATEGORY', title }),
      title,
      breadcrumb: `${maker} › ${family}`,
      image: picture(guides + at),
      modified: 1_750_000_000,
      filters: { kind: 'category', category: [maker, family], tag: [] },
      lead: '',
      text: `${sentence(chanceOf(at + 2_000_000_000), 12)}.`,
      sections: [],
      rank: 2,
    }
  }
}
