import { afterAll, beforeAll, expect, vi } from 'vitest'
import { answersOf } from '../search/index/same-answers.ts'
import { differing, siteFiles } from '../site-files.ts'

/** For the tests of a file, makes a site of six pages count as large: a real one has more than a thousand. */
export function haveSmallIndexes(): void {
  beforeAll(() => {
    vi.doMock('../../src/search/index/sizes.ts', () => ({
      SIZES: { shard: { pages: 12, words: 1e9 }, titlesFrom: 8 },
      UPDATE_LIMITS: { wholeUpTo: 5, recentPages: 6, recentIndexes: 3, changedShare: 0.7 },
    }))
  })
  afterAll(() => {
    vi.doUnmock('../../src/search/index/sizes.ts')
    vi.resetModules()
  })
}

const TEXTS = 'words,night,kettle,toaster,fan,lid,open lid,hinge,hinges,mind,deutsch,words of night 2,bateri,ev,de,clean the'.split(',')
const QUERIES = [...TEXTS.map((text) => `?q=${encodeURIComponent(text)}`), '?kind=category', '?kind=guide&sort=title', '?q=words&sort=date']

/** Files that name the files of the index by their checksums. */
const NAME_ITS_FILES = /^(?:pagefind\/|app\/|service-worker\.js$|\.benchbook\.json$)/

/** Expects that sites differ only in the files of their indexes, and that these answer the same. True if they differ. */
export async function expectSameButIndex(made: string, whole: string, message: string): Promise<boolean> {
  const differ = differing(await siteFiles(made), await siteFiles(whole))
  expect(
    differ.filter((file) => !NAME_ITS_FILES.test(file)),
    message,
  ).toEqual([])
  if (differ.length === 0) return false
  for (const lang of ['en', 'de']) {
    const [answers, anew] = [await answersOf(made, QUERIES, lang), await answersOf(whole, QUERIES, lang)]
    for (const query of QUERIES) expect(answers.get(query), `${query} in ${lang}: ${message}`).toEqual(anew.get(query))
  }
  return true
}
