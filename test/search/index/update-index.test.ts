import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SearchDocument } from '../../../src/search/document.ts'
import { addressOf, documentDigest } from '../../../src/search/index/indexed-page.ts'
import { type MadeIndex, makeIndex, updateIndex } from '../../../src/search/index/index-site.ts'
import { planUpdate } from '../../../src/search/index/update-plan.ts'
import { headsIn } from '../../../src/search/pagefind/canonical-index.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { randomFrom } from '../../crawl/kill.ts'
import { documentOf, stream } from '../documents.ts'
import { answersOf } from './same-answers.ts'

/** Words, some with stems, accents and capitals, and some rare. */
const WORDS =
  'kettle kettles battery batteries screw screwdriver unscrew hinge hinges lid plug plugs noise noisy boiling boil boiled café Höhe iPhone motor motors fan belt belts tighten tightened loosen tire tired base based water heater heating cable cables port charging charger screen screens adhesive glue spring springs gear gears bearing shaft'.split(
    ' ',
  )
const KINDS = ['guide', 'guide', 'guide', 'wiki', 'category'] as const
const LARGE = { shard: { pages: 60, words: 1e9 }, titlesFrom: 20 }
const LIMITS = { wholeUpTo: 10, recentPages: 12, recentIndexes: 6, changedShare: 0.9 }

/** The document of a number on a night. */
function made(id: number, night: number): SearchDocument {
  const chance = randomFrom(id * 1000 + night)
  const word = (): string => WORDS[Math.floor(chance() ** 2 * WORDS.length)] ?? ''
  const words = (count: number): string => Array.from({ length: count }, word).join(' ')
  const kind = KINDS[Math.floor(chance() * KINDS.length)] ?? 'guide'
  const isGerman = id % 12 === 11
  return documentOf(`/${kind}/${id}/`, id % 5 ? `${words(2)} ${id}` : 'Screen replacement', {
    rank: kind === 'guide' ? 1 : 2,
    modified: 1000 + (id % 7) + night,
    breadcrumb: `${word()} › ${word()}`,
    lead: chance() < 0.5 ? `${words(5)}.` : '',
    text: `${words(30)}. The ${word()} is number ${id}. ${night > 0 ? `Only night ${night} has zwieback${night} and Quokkas.` : ''}`,
    filters: { kind, category: [word(), word()], tag: [`${word()}${night}`] },
    sections: [{ anchor: 'step-1', title: `Step 1: ${word()}`, text: `${words(20)}.` }],
    isArchived: chance() < 0.1,
    ...(isGerman ? { lang: 'de', isTranslation: id % 24 === 11 } : { translatedInto: id % 9 === 4 ? ['de'] : [] }),
  })
}

const TEXTS = [
  ...'kettles noisy café tire based iPhone shaft ba b scr batt kettling screwing xylophone bateries chargr springy nois 12'.split(' '),
  ...'quokka zwieback1 zwieback2 zwiebackofen'.split(' '),
  ...['battery screw', 'noise belt', 'boiled café', 'charging port glue', 'gear bearings', 'tighten shaft', 'xylophone quartet'],
  ...['"water heater"', 'the kettle 7', 'noisy fan belt', 'screen replacement', 'quokkas lid'],
]
const QUERIES = [
  ...TEXTS.map((text) => `?q=${encodeURIComponent(text)}`),
  ...'?q=kettle&kind=wiki ?q=battery&kind=guide&category=lid&category=kettle ?q=kettle&sort=title'.split(' '),
  ...'?q=screen+replacement&sort=title ?q=battery&sort=date ?kind=category ?kind=wiki&sort=title'.split(' '),
]

/** Updates an index to tonight's documents, in a folder next to the previous one. */
async function follow({ known, pages }: MadeIndex, site: string, documents: readonly SearchDocument[], next: string): Promise<MadeIndex> {
  const before = new Map(pages.map((page) => [addressOf(page), page]))
  const asItWas = (document: SearchDocument) => {
    const page = before.get(addressOf(document))
    return page?.digest === documentDigest(document) ? page : undefined
  }
  const plan = planUpdate(
    {
      entries: known.entries,
      kept: documents.flatMap((document) => asItWas(document) ?? []),
      documents: documents.filter((document) => !asItWas(document)),
    },
    LIMITS,
  )
  if ('whole' in plan) throw new TypeError(plan.whole)
  const staying = (document: SearchDocument) => [asItWas(document) ?? []].flat().filter(({ folder }) => !plan.remade.has(folder))
  const entries = known.entries.filter(({ folder }) => !plan.remade.has(folder))
  const files = await Promise.all(known.heads.map((name) => readFile(join(site, 'pagefind', name))))
  const heads = new Map(files.flatMap((bytes) => [...headsIn(bytes)]))
  const isOfOthers = (path: string): boolean =>
    /^(?:words|titles|indexes\.json|[0-9a-f]+\.pf_meta)/.test(path) ||
    [...plan.remade].some((folder) => folder && path.startsWith(folder.slice(0, -1)))
  await cp(join(site, 'pagefind'), join(next, 'pagefind'), {
    recursive: true,
    filter: (path) => !isOfOthers(path.slice(join(site, 'pagefind/').length)),
  })
  const kept = documents.flatMap(staying)
  return updateIndex(
    {
      before: { ...known, entries, heads },
      kept,
      documents: documents.filter((document) => staying(document).length === 0),
      order: documents.map(addressOf),
      keepTitles: () => false,
    },
    next,
    LARGE,
  )
}

test('an index updated night after night answers like one made from scratch', async () => {
  const home = await temporaryFolder()
  const chance = randomFrom(5)
  const nightOf = new Map(Array.from({ length: 130 }, (_, id) => [id, 0]))
  const documents = (): SearchDocument[] =>
    [...nightOf].sort(([a], [b]) => Number(a % 12 === 11 && a % 24 === 11) - Number(b % 24 === 11)).map(([id, night]) => made(id, night))
  let site = join(home, 'first')
  let index = await makeIndex(stream(documents()), site, LARGE)
  for (let night = 1; night <= 4; night++) {
    for (const id of [...nightOf.keys()]) {
      if (chance() < 0.06) nightOf.set(id, night)
      if (chance() < 0.03) nightOf.delete(id)
    }
    for (let more = 0; more < 3; more++) nightOf.set(1000 + night * 10 + more, night)
    const [next, whole] = [join(home, `night-${night}`), join(home, `whole-${night}`)]
    index = await follow(index, site, documents(), next)
    site = next
    const full = await makeIndex(stream(documents()), whole, LARGE)
    expect(index.pages.map(addressOf)).toEqual(full.pages.map(addressOf))
    for (const lang of ['en', 'de']) {
      const [followed, anew] = [await answersOf(next, QUERIES, lang), await answersOf(whole, QUERIES, lang)]
      for (const query of QUERIES) expect(followed.get(query), `${query} in ${lang}, night ${night}`).toEqual(anew.get(query))
    }
    for (const words of ['words/en.json', 'words/en.synonyms.json', 'words/de.json'])
      expect(await readFile(join(next, 'pagefind', words), 'utf8')).toBe(await readFile(join(whole, 'pagefind', words), 'utf8'))
  }
  expect(index.known.entries.filter(({ isRecent }) => isRecent).length).toBeGreaterThan(1)
})
