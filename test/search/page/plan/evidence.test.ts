import { expect, test } from 'vitest'
import { evidenceOf } from '../../../../src/search/page/plan/evidence.ts'
import { Source } from '../../../../src/search/page/plan/source.ts'
import type { Term } from '../../../../src/search/page/plan/terms.ts'
import type { Found, FoundPages } from '../../../../src/search/pagefind-api.ts'

const TERM: Term = {
  typed: 'Lampenschirmes',
  word: 'lampenschirmes',
  forms: [],
  ignored: false,
  faint: false,
  isWord: false,
  open: false,
  signs: [],
  isSign: false,
  beside: [],
}

const pageWith = (id: string, content: string): Found => ({
  id,
  score: 1,
  fields: 0,
  data: () => Promise.resolve({ url: `/guide/${id}/`, content, raw_content: content, meta: {}, filters: {}, anchors: [] }),
  places: () => Promise.resolve([0]),
})

/** A large index, or a small one that does not say how long the word is, of one page with a word that the typed one begins with. */
function indexWith(id: string, word: string, isLarge = true): Source {
  const search = (text: string | null): Promise<FoundPages> => {
    const isTyped = text === TERM.word
    return Promise.resolve({
      results: isTyped ? [pageWith(id, word)] : [],
      unfilteredResultCount: isTyped ? 1 : 0,
      ...(isTyped && isLarge && { shorter: word.length }),
    })
  }
  return new Source({ search }, { pages: 1, weight: 1 })
}

const pagesFound = async (sources: readonly Source[]) => {
  const { pages, known } = await evidenceOf(TERM, sources, {})
  return { pages: pages.map((found) => [...found.keys()]), known }
}

test('of two shorter words in two large indexes only the longest may be a form of the typed one', async () => {
  const both = [indexWith('1', 'Lampenschirm'), indexWith('2', 'Lampenschirme')]
  expect(await pagesFound(both)).toEqual({ pages: [[], ['2']], known: true })
})

test('where large indexes have the same shorter word, and in small ones, pages with it are found', async () => {
  const same = [indexWith('1', 'Lampenschirm'), indexWith('2', 'Lampenschirm')]
  expect(await pagesFound(same)).toEqual({ pages: [['1'], ['2']], known: true })
  const small = [indexWith('1', 'Lampenschirm', false), indexWith('2', 'Lampenschirme', false)]
  expect(await pagesFound(small)).toEqual({ pages: [['1'], ['2']], known: true })
})
