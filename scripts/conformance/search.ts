import { type Check, isThere } from './check.ts'
import { must } from './law.ts'
import type { Peer } from './peer.ts'
import { type GuideDetail, searchAnswer } from './shapes.ts'

/** `more` begins with `&`. */
async function search(peer: Peer, words: string, more = '') {
  const path = `/search/${encodeURIComponent(words)}?${more.slice(1)}`
  await isThere(peer, path)
  return peer.read(path, searchAnswer)
}

const plain = (title: string) => title.trim().toLowerCase().replace(/\s+/g, ' ')

/** A long word of a guide's steps that its title and introduction do not say. */
function rareWordOf({ title, introduction_raw, steps }: GuideDetail): string | undefined {
  const said = `${title} ${introduction_raw}`.toLowerCase()
  const words = steps.flatMap(({ lines }) => lines.flatMap(({ text_raw }) => text_raw.match(/(?<![\w/.|-])[a-z]{9,}(?![\w/.|-])/g) ?? []))
  return words.find((word) => !said.includes(word.slice(0, 6)))
}

export const SEARCH_CHECKS: readonly Check[] = [
  {
    name: 'search: the envelope says what was searched, which page it is and whether there are more',
    async run(peer, known) {
      const [{ title }] = await known.guides()
      const word = title.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? title
      const usual = await search(peer, word)
      must(usual.search === word, `searched for "${word}", the envelope says "${usual.search}"`)
      must(usual.limit === 20 && usual.offset === 0, `limit is ${usual.limit} and offset ${usual.offset} where neither was given`)
      must(usual.results.length === Math.min(20, usual.totalResults), `${usual.results.length} results of ${usual.totalResults}`)
      const one = await search(peer, word, '&limit=1')
      must(one.results.length === 1 && one.limit === 1, `limit=1 gives ${one.results.length} results`)
      must(one.moreResults === one.totalResults > 1, `moreResults is ${one.moreResults} for 1 of ${one.totalResults}`)
      must((await search(peer, word, '&limit=1000')).limit === 200, 'a limit over 200 is not taken for 200')
      const end = await search(peer, word, `&offset=${usual.totalResults}`)
      must(end.results.length === 0 && !end.moreResults, 'behind the last result there are more')
    },
  },
  {
    name: 'search: what has exactly the title that is searched comes first',
    async run(peer, known) {
      for (const { title } of (await known.guides()).filter(({ title }) => /^[\w ,'-]+$/.test(title)).slice(0, 10)) {
        const [first] = (await search(peer, title)).results
        const titles = [first?.title, first?.display_title].map((text) => plain(text ?? ''))
        must(titles.includes(plain(title)), `"${title}" finds "${first?.title ?? 'nothing'}" first`)
      }
    },
  },
  {
    name: 'search: filter=guide finds guides, filter=category categories, filter=teardown teardowns',
    async run(peer, known) {
      const [{ title }] = await known.wikis('CATEGORY')
      const word = title.split(/\s+/)[0] ?? title
      const guides = await search(peer, word, '&filter=guide&limit=200')
      must(
        guides.results.every(({ dataType }) => dataType === 'guide'),
        'filter=guide finds a wiki',
      )
      const wikis = await search(peer, word, '&filter=category&limit=200')
      must(wikis.results.length > 0, `filter=category does not find "${word}", which begins the title of a category`)
      must(
        wikis.results.every(({ dataType }) => dataType === 'wiki'),
        'filter=category finds a guide',
      )
      const teardowns = await search(peer, word, '&filter=teardown&limit=200')
      must(
        teardowns.results.every(({ type }) => type === 'teardown'),
        'filter=teardown finds something else',
      )
      const both = await search(peer, word, '&filter=guide,category&limit=200')
      must(
        both.totalResults === guides.totalResults + wikis.totalResults,
        `guide,category finds ${both.totalResults}, not ${guides.totalResults} and ${wikis.totalResults}`,
      )
    },
  },
  {
    name: 'search: a word that only a step of a guide says finds that guide',
    async run(peer, known) {
      const guide = await known.guideWith((one) => rareWordOf(one) !== undefined, 'no step that was looked at has a long word')
      const word = rareWordOf(guide) ?? ''
      const { results } = await search(peer, word, '&filter=guide&limit=200')
      must(
        results.some(({ guideid }) => guideid === guide.guideid),
        `"${word}" of guide ${guide.guideid} finds ${results.length} other guides`,
      )
    },
  },
  {
    name: 'search: filters of kinds that the service has nothing of find nothing, with 200',
    async run(peer, known) {
      const [{ title }] = await known.guides()
      const { results } = await search(peer, title.split(/\s+/)[0] ?? title, '&filter=question')
      must(
        results.every(({ dataType }) => !['guide', 'wiki'].includes(dataType)),
        'filter=question finds a guide or a wiki',
      )
    },
  },
  {
    name: 'search: words that nothing has find nothing, with 200',
    async run(peer) {
      const { results, totalResults, moreResults } = await search(peer, 'xqzvjwkxqzvjwk')
      must(results.length === 0 && totalResults === 0 && !moreResults, `${totalResults} results`)
    },
  },
]
