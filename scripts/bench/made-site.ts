import { Readable } from 'node:stream'
import { FORMAT, type Manifest, type RecordKey } from '../../src/cache/layout.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { anyWord, capital, chanceOf, sentence } from './chance.ts'

const ORIGIN = 'https://repair.example'
const MEDIA = 'https://media.example/igi'
const STEPS = 12
const LINES = 2
const WORDS_IN_LINE = 12
/** Every fourth step has a picture of its own, the others share a few. */
const OWN_PICTURES = 3
const SHARED_PICTURES = 200
/** The number of categories per parent on each level: 10 + 30 + 90 + 270 = 400. */
const BRANCHES = [10, 3, 3, 3]
const TAGS = 300
const GUIDES_OF_AUTHOR = 40
const SECONDS_2025 = 1_750_000_000
const TYPES = ['replacement', 'repair', 'teardown', 'technique', 'maintenance']
const DIFFICULTIES = ['Easy', 'Moderate', 'Difficult']

interface MadeCategory {
  title: string
  display_title: string
  children: MadeCategory[]
}

function madeTree(): { roots: MadeCategory[]; all: MadeCategory[]; leaves: MadeCategory[] } {
  const chance = chanceOf(1)
  const all: MadeCategory[] = []
  const leaves: MadeCategory[] = []
  const grow = (level: number): MadeCategory[] =>
    Array.from({ length: BRANCHES[level] ?? 0 }, () => {
      const title = `${capital(anyWord(chance))} ${capital(anyWord(chance))} ${all.length + 1}`
      const category: MadeCategory = { title, display_title: title, children: [] }
      all.push(category)
      category.children = grow(level + 1)
      if (category.children.length === 0) leaves.push(category)
      return category
    })
  return { roots: grow(0), all, leaves }
}

const pictureUrl = (name: string): string => `${MEDIA}/${name}.standard`
const picture = (id: number, name: string) => ({ id, guid: name, standard: pictureUrl(name) })
const sharedPicture = (at: number) => picture(10_000_000 + at, `shared${at}`)
const ownPicture = (guideid: number, at: number) => picture(guideid * OWN_PICTURES + at, `own${guideid}x${at}`)

const html = (text: string, guideid: number): string =>
  `<p>${text}. See <a href="${ORIGIN}/Guide/-/${guideid}">the <em>other</em> guide</a>.</p>`

const tagOf = (at: number): string => `tag ${at}`
const authorOf = (guideid: number): number => 1 + (guideid % Math.ceil(Math.max(1, guideid) / GUIDES_OF_AUTHOR + 20))

/** A guide's entry in a list. */
export function madeSummary(guideid: number, leaves: readonly MadeCategory[]) {
  const chance = chanceOf(guideid)
  const userid = authorOf(guideid)
  return {
    dataType: 'guide',
    guideid,
    locale: 'en',
    revisionid: guideid,
    modified_date: SECONDS_2025 + guideid * 601,
    prereq_modified_date: 0,
    url: `${ORIGIN}/Guide/-/${guideid}`,
    type: TYPES[guideid % TYPES.length] ?? '',
    category: leaves[Math.floor(chance() * leaves.length)]?.title ?? '',
    subject: anyWord(chance),
    title: `${sentence(chance, 5)} ${guideid}`,
    summary: `${sentence(chance, 14)}.`,
    difficulty: DIFFICULTIES[guideid % DIFFICULTIES.length] ?? '',
    time_required_max: 600 * (1 + (guideid % 12)),
    public: true,
    userid,
    username: `User ${userid}`,
    flags: [],
    tags: Array.from({ length: 3 }, () => tagOf(Math.floor(chance() ** 2 * TAGS))),
    image: ownPicture(guideid, 0),
  }
}

function madeStep(guideid: number, number: number, guides: number, chance: () => number) {
  const own = number % 4 === 1 ? ownPicture(guideid, (number - 1) / 4) : undefined
  return {
    guideid,
    stepid: guideid * 100 + number,
    orderby: number,
    revisionid: guideid,
    title: number % 3 === 0 ? sentence(chance, 4) : '',
    lines: Array.from({ length: LINES }, (_, at) => {
      const text = sentence(chance, WORDS_IN_LINE)
      const isLinked = at === 0 && number % 4 === 0
      const text_rendered = isLinked ? html(text, 1 + Math.floor(chance() * guides)) : `<p>${text}.</p>`
      return {
        text_raw: `${text}.`,
        text_rendered,
        bullet: at === LINES - 1 ? 'icon_note' : 'black',
        level: at === 2 ? 1 : 0,
        lineid: null,
      }
    }),
    media: { type: 'image', data: [own ?? sharedPicture(Math.floor(chance() * SHARED_PICTURES))] },
    comments: [],
  }
}

function madeComment(guideid: number, at: number, chance: () => number) {
  const userid = 1 + Math.floor(chance() * 200)
  const text = sentence(chance, 25)
  return {
    commentid: guideid * 10 + at,
    locale: 'en',
    context: 'guide',
    contextid: guideid,
    parentid: 0,
    author: { userid, username: `User ${userid}` },
    title: '',
    text_raw: text,
    text_rendered: `<p>${text}.</p>`,
    rating: 0,
    date: SECONDS_2025 + guideid,
    modified_date: 0,
    status: 'public',
    replies: [],
  }
}

/** A guide's details: twelve steps, two comments, and for every third a prerequisite. */
export function madeGuide(guideid: number, guides: number, leaves: readonly MadeCategory[]) {
  const chance = chanceOf(guideid + 1_000_000_000)
  const { userid, username, ...head } = madeSummary(guideid, leaves)
  return {
    ...head,
    langid: 'en',
    introduction_rendered: `<p>${sentence(chance, 40)}.</p><p>${sentence(chance, 30)}.</p>`,
    conclusion_rendered: `<p>${sentence(chance, 20)}.</p>`,
    time_required_min: 300,
    created_date: SECONDS_2025 - guideid * 101,
    published_date: SECONDS_2025 - guideid * 101,
    author: { userid, username },
    prerequisites: guideid > 1 && guideid % 3 === 0 ? [madeSummary(1 + Math.floor(chance() * (guideid - 1)), leaves)] : [],
    tools: Array.from({ length: 3 }, () => ({ text: anyWord(chance), notes: '', type: '', quantity: 1, url: '', thumbnail: '' })),
    parts: [],
    documents: [],
    comments: [madeComment(guideid, 1, chance), madeComment(guideid, 2, chance)],
    steps: Array.from({ length: STEPS }, (_, at) => madeStep(guideid, at + 1, guides, chance)),
  }
}

function madeWiki({ title, display_title }: MadeCategory, at: number) {
  const chance = chanceOf(at + 2_000_000_000)
  const paragraphs = Array.from({ length: 3 }, () => `<p>${sentence(chance, 60)}.</p>`)
  const summary = `${sentence(chance, 12)}.`
  const image = sharedPicture(at % SHARED_PICTURES)
  const head = { wikiid: at + 1, namespace: 'CATEGORY', title, display_title, summary, url: '', image }
  return {
    listed: { ...head, text: '' },
    details: {
      ...head,
      langid: 'en',
      contents_rendered: `<h2>${sentence(chance, 3)}</h2>${paragraphs.join('')}`,
      modified_date: SECONDS_2025,
    },
  }
}

/** The manifest of a generated cache. */
export const MANIFEST: Manifest = {
  format: FORMAT,
  product: '',
  source: `${ORIGIN}/api/2.0`,
  name: 'Made up',
  origins: [ORIGIN],
  mediaOrigins: ['https://media.example'],
  lang: 'en',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: '2026-01-01T00:00:00Z',
  includesPrivate: false,
  media: 'none',
  counts: {},
}

const PICTURE_BYTES = 6_000

/**
 * Stores a site as a crawl would: guides of twelve steps, 400 categories in four levels, comments, prerequisites, and three pictures per
 * guide. The same number of guides gives the same bytes.
 */
export async function makeSite(folder: string, guides: number): Promise<void> {
  const writer = new CacheWriter(folder)
  const keys: RecordKey[] = []
  const store = (key: RecordKey, body: unknown) => {
    writer.record(key, JSON.stringify(body))
    keys.push(key)
  }
  const { roots, all, leaves } = madeTree()
  const ids = Array.from({ length: guides }, (_, at) => at + 1)
  for (const id of ids) store({ kind: 'guide', id: String(id) }, madeGuide(id, guides, leaves))
  const wikis = all.map((category, at) => ({ category, ...madeWiki(category, at) }))
  for (const { category, details } of wikis) store({ kind: 'wiki', id: `CATEGORY/${category.title}` }, details)
  store({ kind: 'hierarchy-order', id: '' }, roots)
  await writer.list('guides', Readable.from(ids.map((id) => madeSummary(id, leaves))))
  await writer.list('wikis-CATEGORY', Readable.from(wikis.map(({ listed }) => listed)))
  const names = [
    ...Array.from({ length: SHARED_PICTURES }, (_, at) => `shared${at}`),
    ...ids.flatMap((id) => Array.from({ length: OWN_PICTURES }, (_, at) => `own${id}x${at}`)),
  ]
  for (const [at, name] of names.entries()) await writer.media.store(pictureUrl(name), Readable.from([pictureOf(at)]))
  await writer.finish({ ...MANIFEST, media: 'all' }, { records: keys, lists: ['guides', 'wikis-CATEGORY'] })
}

const NOISE = ((): Buffer => {
  const chance = chanceOf(3)
  return Buffer.from(Array.from({ length: 2 * PICTURE_BYTES }, () => Math.floor(chance() * 256)))
})()

/** The head of a GIF suffices: a build does not decode pictures. */
function pictureOf(at: number): Uint8Array {
  const head = Buffer.alloc(16)
  head.write('GIF89a', 'latin1')
  head.writeUInt16LE(592, 6)
  head.writeUInt16LE(444, 8)
  head.writeUInt32LE(at, 12)
  return Buffer.concat([head, NOISE.subarray(at % PICTURE_BYTES, (at % PICTURE_BYTES) + PICTURE_BYTES), Buffer.from(';')])
}
