import type { SmallCache } from '../../cache/small-cache.ts'
import { png } from '../../views/small-site.ts'
import { badge, type Filling, guide, PREREQUISITE, type Records, siteInfo, team, user, wiki } from './records.ts'

const FINE = { text: 'Fine words', html: '<p>Fine words</p>', url: 'https://fine.example/words' }
/** The numbers of the guides with hostile HTML start here; below are those with hostile texts. */
const HTML_FROM = 100_000
/** Guides with nothing hostile in them, for comparison. */
export const FINE_TEXT = HTML_FROM - 1
export const FINE_HTML = 2 * HTML_FROM - 1

/**
 * The cache of hostile records. Each vector is in all texts of a guide, in all HTML of another, and in both of a category and a user; some
 * are in those of a team.
 */
export function hostileCache(vectors: readonly string[]): SmallCache {
  const guides = [
    guide(PREREQUISITE, { ...FINE, text: 'Words of before' }),
    guide(FINE_TEXT, FINE),
    guide(FINE_HTML, FINE),
    ...vectors.map((vector, at) => guide(at, { ...FINE, text: vector })),
    ...vectors.map((vector, at) => guide(HTML_FROM + at, { ...FINE, html: vector, url: vector })),
  ]
  return {
    records: [
      { kind: 'site', id: '', body: siteInfo(`</title><script>alert(1)</script>"'>`) },
      ...guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body })),
      ...vectors.flatMap((vector, at) => recordsOf(at, allOf(vector))),
    ],
    lists: { guides, teams: vectors.slice(0, 60).map((vector, at) => team(at, allOf(vector))) },
    media: { 'https://media.example/p.thumbnail': png(96, 72), 'https://media.example/p.standard': png(300, 225) },
  }
}

export const allOf = (vector: string): Filling => ({ text: vector, html: vector, url: vector })

/** A category and a user with these words in all of their fields. */
export function recordsOf(at: number, filling: Filling): Records {
  const title = `Category ${at}`
  return [
    { kind: 'wiki', id: `CATEGORY/${title}`, body: wiki(title, 'CATEGORY', filling) },
    { kind: 'user', id: String(at), body: user(at, filling) },
    { kind: 'user-badges', id: String(at), body: [badge(filling)] },
  ]
}
