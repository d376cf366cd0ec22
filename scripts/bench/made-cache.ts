import { FORMAT, type Manifest, type RecordKey } from '../../src/cache/layout.ts'
import { CacheWriter } from '../../src/cache/writer.ts'

export const PARTS =
  'battery screen camera speaker button hinge cable antenna lens charger motor belt pump filter valve switch fuse gasket bearing brake'.split(
    ' ',
  )
export const DOINGS = 'Replacing Cleaning Testing Opening Soldering Adjusting Lubricating Removing Sewing Gluing'.split(' ')
export const MAKERS = 'Aldersyde Brindle Fennel Hollin Linnet Norrvik Skylark Tarn Wexley Yarrow'.split(' ')
export const ORIGIN = 'https://repair.example'
const STEPS = 12
const LINE = {
  text_raw: 'Lift the lid, then mind the spring that lies below it: it is under tension.',
  text_rendered: `<p>Lift the lid, then <a href="${ORIGIN}/Info/Springs">mind the spring</a> that lies below it: it is under tension.</p>`,
  bullet: 'black',
  level: 0,
  lineid: null,
}

const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? ''
/** Differs for each number, and shares its words with others, as titles do. */
export const titleOf = (id: number): string =>
  `${pick(DOINGS, id)} the ${pick(PARTS, Math.floor(id / 7))} of ${pick(MAKERS, Math.floor(id / 3))} ${100 + (id % 900)}-${Math.floor(id / 900)}`

function imageOf(id: number): object {
  const sizes = ['mini', 'thumbnail', 'standard', 'medium', 'large', 'huge', 'original']
  return { id, guid: `g${id}`, ...Object.fromEntries(sizes.map((size) => [size, `https://media.example/igi/g${id}.${size}`])) }
}

const summary = (id: number) => ({
  dataType: 'guide',
  guideid: id,
  locale: 'en',
  revisionid: id,
  modified_date: 1_750_000_000 + id,
  prereq_modified_date: 0,
  url: `${ORIGIN}/Guide/-/${id}`,
  type: pick(['repair', 'replacement', 'teardown', 'maintenance'], id),
  category: `${pick(MAKERS, id)} ${100 + (id % 900)}`,
  subject: pick(PARTS, id),
  title: titleOf(id),
  summary: `How to go about the ${pick(PARTS, id)}, with what it takes and what to mind.`,
  public: true,
  userid: 1 + (id % 50),
  username: `User ${1 + (id % 50)}`,
  flags: [],
  tags: [pick(PARTS, id)],
  image: imageOf(id),
})

const step = (guideid: number, number: number) => ({
  guideid,
  stepid: guideid * 100 + number,
  orderby: number,
  revisionid: guideid,
  title: '',
  lines: [LINE, LINE, LINE],
  media: { type: 'image', data: [imageOf(guideid * 100 + number)] },
  comments: [],
})

/** Stores made-up guides of about 20 KB, as a crawl would. */
export async function makeCache(folder: string, guides: number): Promise<void> {
  const writer = new CacheWriter(folder)
  const keys: RecordKey[] = []
  const ids = Array.from({ length: guides }, (_, index) => index + 1)
  for (const id of ids) {
    const key: RecordKey = { kind: 'guide', id: String(id) }
    const steps = Array.from({ length: STEPS }, (_, index) => step(id, index + 1))
    writer.record(key, JSON.stringify({ ...summary(id), prerequisites: [], tools: [], parts: [], documents: [], steps }))
    keys.push(key)
  }
  await writer.list(
    'guides',
    (async function* () {
      for (const id of ids) yield summary(id)
    })(),
  )
  await writer.finish(MANIFEST, { records: keys, lists: ['guides'] })
}

/** Of a cache that is made up. */
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
