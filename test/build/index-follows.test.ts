import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IndexEntry } from '../../src/search/index-list.ts'
import { headsIn } from '../../src/search/pagefind/same-bytes.ts'
import { answersOf } from '../search/index/same-answers.ts'
import { differing, siteFiles } from '../site-files.ts'
import { type Compare, Nights } from './nights.ts'
import { haveSmallIndexes } from './small-indexes.ts'

haveSmallIndexes()

const TEXTS = [
  'words',
  'night',
  'kettle',
  'toaster',
  'fan',
  'lid',
  'open lid',
  'hinges',
  'mind',
  'deutsch',
  'words of night 2',
  'bateri',
  'ev',
  'de',
]
const QUERIES = [...TEXTS.map((text) => `?q=${encodeURIComponent(text)}`), '?kind=category', '?kind=guide&sort=title', '?q=words&sort=date']

/** What names the files of the index by their sums. */
const NAME_ITS_FILES = /^(?:pagefind\/|app\/|service-worker\.js$|\.benchbook\.json$)/

/** The index lies in other files and answers the same. */
const haveSameAnswers: Compare = async (made, whole, message) => {
  const others = differing(await siteFiles(made), await siteFiles(whole)).filter((file) => !NAME_ITS_FILES.test(file))
  expect(others, message).toEqual([])
  for (const lang of ['en', 'de']) {
    const [followed, anew] = [await answersOf(made, QUERIES, lang), await answersOf(whole, QUERIES, lang)]
    for (const query of QUERIES) expect(followed.get(query), `${query} in ${lang}: ${message}`).toEqual(anew.get(query))
  }
}

/** Changes a night. */
const AT_ONCE = 7

const entriesIn = async (site: string): Promise<IndexEntry[]> =>
  JSON.parse(await readFile(join(site, 'pagefind/indexes.json'), 'utf8')) as IndexEntry[]

/** A whole index has no pages that are gone. */
async function hasFollowed(site: string): Promise<boolean> {
  const heads = (await entriesIn(site)).flatMap(({ heads = [] }) => heads)
  const files = await Promise.all(heads.map((name) => readFile(join(site, 'pagefind', name))))
  return files.some((bytes) => [...headsIn(bytes).values()].some(({ gone = [] }) => gone.length > 0))
}

test('night after night, the index of a large site answers as one that is made as a whole, whatever has changed', async () => {
  const { CHANGES } = await import('./changing-site.ts')
  const nights = await Nights.first({ seed: 11, guides: 24, compare: haveSameAnswers, isApart: false })
  const names = Object.keys(CHANGES)
  let followed = 0
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const some = names.slice(first, first + AT_ONCE)
    nights.change(...some)
    await nights.compare(some.join(', '))
    if (await hasFollowed(nights.out)) followed++
  }
  expect(followed).toBeGreaterThan(2)
})
