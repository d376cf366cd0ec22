import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed } from '../../benchbook.ts'
import { type SmallCache, writeCache } from '../../cache/small-cache.ts'
import { VECTORS } from '../../render/vectors.ts'
import { png } from '../../views/small-site.ts'
import { guide, siteInfo, team } from '../hostile/records.ts'
import { allOf, recordsOf } from '../hostile/site.ts'
import { ATTACHMENTS } from './attachments.ts'

/** One in this many vectors is in all fields of a guide, a category, a user and a team. */
const SHARE = 110
/** Guides with the attachments start here. */
const ATTACHED_FROM = 50_000
const PER_GUIDE = 20

const DOCUMENTS = 'https://docs.example'
const PICTURES = 'https://media.example'

/**
 * Builds a site from records that are hostile in each of their fields, with every attachment as a document, a picture and a video, and with
 * the files of the API. Next to it, `raw/` contains the unchanged attachments.
 */
export async function makeDirectSite(home: string): Promise<void> {
  const cache = join(home, 'cache')
  await writeCache(cache, hostileCache())
  await succeed(['build', '--cache', cache, '--out', join(home, 'dist'), '--base', '/dist/', '--api-files'])
  await mkdir(join(home, 'raw'))
  for (const { name, bytes } of ATTACHMENTS) await writeFile(join(home, 'raw', name), bytes)
}

function hostileCache(): SmallCache {
  const vectors = Object.values(VECTORS).filter((_, at) => at % SHARE === 0)
  const fillings = vectors.map(allOf)
  const guides = [...fillings.map((filling, at) => guide(at, filling)), ...attachedGuides()]
  return {
    records: [
      { kind: 'site', id: '', body: siteInfo(`</title><script>alert(1)</script>"'>`) },
      ...guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body })),
      ...fillings.flatMap((filling, at) => recordsOf(at, filling)),
    ],
    lists: { guides, teams: fillings.map((filling, at) => team(at, filling)) },
    media: {
      [`${PICTURES}/p.thumbnail`]: png(96, 72),
      [`${PICTURES}/p.standard`]: png(300, 225),
      ...Object.fromEntries(ATTACHMENTS.flatMap(({ name, bytes }) => [DOCUMENTS, PICTURES].map((host) => [`${host}/${name}`, bytes]))),
    },
  }
}

const attachedGuides = () =>
  Array.from({ length: Math.ceil(ATTACHMENTS.length / PER_GUIDE) }, (_, at) => {
    const names = ATTACHMENTS.slice(at * PER_GUIDE, (at + 1) * PER_GUIDE).map(({ name }) => name)
    const whole = guide(ATTACHED_FROM + at, {
      text: 'Attached',
      html: names.map((name) => `<img src="${PICTURES}/${name}">`).join(''),
      url: '',
    })
    const step = (order: number, media: unknown) => ({ stepid: (ATTACHED_FROM + at) * 100 + order, orderby: order, lines: [], media })
    const documents = names.map((name, documentid) => ({ documentid, filename: name, url: `${DOCUMENTS}/${name}` }))
    const encodings = names.map((name) => ({ url: `${PICTURES}/${name}`, mime: 'video/mp4', format: 'mp4' }))
    const steps = [
      ...names.map((name, order) => step(order + 1, { type: 'image', data: [{ id: order, standard: `${PICTURES}/${name}` }] })),
      step(names.length + 1, { type: 'video', data: { filename: 'x', duration: 1, encodings } }),
    ]
    return { ...whole, documents, steps }
  })
