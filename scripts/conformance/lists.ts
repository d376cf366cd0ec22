import { z } from 'zod'
import { type Check, isThere } from './check.ts'
import type { Known } from './known.ts'
import { isRising, must, orNotShown, sameItems } from './law.ts'
import type { Peer } from './peer.ts'
import { type guideItem, guideItems, wikiItems } from './shapes.ts'

const anything = z.array(z.unknown())
const FAR = 1_000_000
/** Ids that no service has. */
const NOBODYS = Array.from({ length: 50 }, (_, index) => 999_999_900_000 + index)
const FILTERS = ['replacement', 'installation', 'repair', 'disassembly', 'teardown', 'technique', 'maintenance']

const idsOf = async (peer: Peer, path: string): Promise<number[]> => (await peer.read(path, guideItems)).map(({ guideid }) => guideid)
const newest = ({ modified_date, prereq_modified_date }: z.infer<typeof guideItem>) => Math.max(modified_date, Number(prereq_modified_date))

/** Lists that page (section 8). */
const PAGED = ['/guides', '/tags', '/wikis/CATEGORY', '/guides/featured', '/teams']

async function pages(peer: Peer, path: string): Promise<void> {
  await isThere(peer, path)
  const whole = await peer.read(`${path}?limit=200`, anything)
  must(whole.length <= 200, `a page of 200 has ${whole.length} items`)
  must(sameItems(await peer.read(path, anything), whole.slice(0, 20)), 'without limit and offset it is not the first 20 items')
  must((await peer.read(`${path}?limit=1000`, anything)).length === whole.length, 'a limit over 200 is not taken for 200')
  must(sameItems(await peer.read(`${path}?limit=7&offset=3`, anything), whole.slice(3, 10)), 'limit=7&offset=3 is not items 3 to 9')
  must((await peer.read(`${path}?offset=${FAR}`, anything)).length === 0, 'there is no empty page behind the end')
}

async function everyGuideOnce(_: Peer, known: Known): Promise<void> {
  const ids = (await known.guides()).map(({ guideid }) => guideid)
  must(isRising(ids), 'guides are not in the order of their guideids')
}

export const LIST_CHECKS: readonly Check[] = [
  ...PAGED.map((path) => ({
    name: `paging: ${path} has 20 items a page, 200 at most, and ends with an empty page`,
    run: (peer: Peer) => pages(peer, path),
  })),
  { name: 'guides: the list goes by guideid', run: everyGuideOnce },
  {
    name: 'guides: order=ASC rises, order=DESC falls from the other end',
    async run(peer) {
      const rising = await idsOf(peer, '/guides?order=ASC&limit=200')
      const falling = await idsOf(peer, '/guides?order=DESC&limit=200')
      must(isRising(rising), 'order=ASC does not rise')
      must(isRising(falling.toReversed()), 'order=DESC does not fall')
      must((falling[0] ?? 0) >= (rising.at(-1) ?? 0), 'order=DESC does not begin with the highest guideid')
    },
  },
  {
    name: 'guides: filter gives guides of that type only, and all of the page that have it',
    async run(peer, known) {
      const guides = await known.guides()
      const shown = FILTERS.filter((type) => guides.some((guide) => guide.type === type))
      orNotShown(shown[0], "no guide has a type of the specification's")
      for (const type of shown) {
        const filtered = await peer.read(`/guides?limit=200&filter=${type}`, guideItems)
        must(
          filtered.every((guide) => guide.type === type),
          `filter=${type} gives others, too`,
        )
        const ids = new Set(filtered.map(({ guideid }) => guideid))
        const last = filtered.length < 200 ? Infinity : (filtered.at(-1)?.guideid ?? 0)
        const lost = guides.find((guide) => guide.type === type && guide.guideid <= last && !ids.has(guide.guideid))
        must(lost === undefined, `filter=${type} leaves out guide ${lost?.guideid}`)
      }
    },
  },
  {
    name: 'guides: modifiedSince gives those that changed since, or whose prerequisites did',
    async run(peer, known) {
      const dates = (await known.guides()).map(newest).sort((a, b) => a - b)
      const since = Math.floor(dates[Math.floor(dates.length / 2)] ?? 0)
      const changed = await peer.read(`/guides?limit=200&modifiedSince=${since}`, guideItems)
      must(changed.length > 0, `no guide since ${since}`)
      // One second of slack: dates carry a fraction.
      const early = changed.find((guide) => newest(guide) < since - 1)
      must(early === undefined, `guide ${early?.guideid} has not changed since ${since}`)
      must((await idsOf(peer, '/guides?modifiedSince=4102444800')).length === 0, 'there are changes of the year 2100')
    },
  },
  {
    name: 'guides: guideids gives those guides, whatever limit and offset say, and counts the first 50 ids',
    async run(peer, known) {
      const guides = (await known.guides()).slice(0, 30).map(({ guideid }) => guideid)
      const [one = 0] = guides
      const byId = (ids: readonly number[]) => idsOf(peer, `/guides?limit=1&offset=5&guideids=${ids.join(',')}`)
      must(sameItems(new Set(await byId(guides)).size, guides.length), `${guides.length} were asked for`)
      must(sameItems(await byId([...NOBODYS.slice(1), one]), [one]), 'the 50th id is not answered')
      must((await byId([...NOBODYS, one])).length === 0, 'the 51st id is answered')
    },
  },
  {
    name: 'guides: every featured guide is starred, or from a student',
    async run(peer) {
      await isThere(peer, '/guides/featured')
      const guides = await peer.read('/guides/featured?limit=200', guideItems)
      const wrong = guides.find(({ flags }) => !flags.includes('GUIDE_STARRED') && !flags.includes('GUIDE_FEATURED_STUDENT'))
      must(wrong === undefined, `guide ${wrong?.guideid} has neither flag`)
    },
  },
  {
    name: 'guides: includePrivate shows nothing private to a stranger',
    async run(peer) {
      const guides = await peer.read('/guides?limit=200&includePrivate=true', guideItems)
      must(
        guides.every((guide) => guide.public),
        'a private guide is in the list',
      )
    },
  },
  {
    name: 'wikis: modifiedSince orders by the latest revision, the newest first',
    async run(peer, known) {
      await known.wikis('CATEGORY')
      const items = await peer.read('/wikis/CATEGORY?limit=5&modifiedSince=1', wikiItems)
      const dates: number[] = []
      for (const { title } of items) {
        const detail = await peer.read(
          `/wikis/CATEGORY/${encodeURIComponent(title)}`,
          z.looseObject({ modified_date: z.number().optional() }),
        )
        dates.push(orNotShown(detail.modified_date, 'wikis do not say when they were modified'))
      }
      must(
        dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? 0)),
        `the dates are ${dates.join(', ')}`,
      )
    },
  },
]
