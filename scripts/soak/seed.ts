import fc from 'fast-check'
import { exchange } from './parts/exchange.ts'
import { items, tree } from './parts/lists.ts'
import { type Material, type Names, namesOf } from './parts/material.ts'
import { media } from './parts/media.ts'
import { guide, person, wiki } from './parts/records.ts'
import { traits } from './parts/traits.ts'
import type { Body, Part, Trait } from './site.ts'

/** The number of parts of each kind per seed. */
const KINDS: Record<string, [count: number, make: (material: Material, names: Names) => fc.Arbitrary<Body>]> = {
  guide: [3, guide],
  wiki: [2, wiki],
  person: [1, person],
  media: [1, media],
  exchange: [2, exchange],
  items: [1, items],
  tree: [1, (_, names) => tree(names)],
}

/** The hostile parts of a seed: always the same for the same seed, version and version of fast-check. */
export function hostileParts(material: Material, seed: number): Part[] {
  const names = namesOf(seed)
  return Object.entries(KINDS).flatMap(([kind, [count, make]]) =>
    // The first samples of fast-check are the smallest, so the samples of a seed are taken from later ones.
    sampled(make(material, names), seed, kind, count).map((part, at) => ({
      of: 'part' as const,
      name: `${seed} ${kind} ${at}`,
      ...part,
      items: ofOnePage(part.items),
    })),
  )
}

/** The behaviours of a seed's site as a whole. */
export const hostileTraits = (material: Material, seed: number): Trait[] =>
  traits(material).flatMap((trait, at) => sampled(trait, seed, `trait ${at}`, 1).map((made) => ({ ...made, name: `${seed} ${made.name}` })))

/** A page of a list is one answer: items that made it exceed `--max-body-bytes` would legitimately lose the good ones on it. */
const MAX_ITEM_LENGTH = 30_000

const ofOnePage = (items: Part['items'] = {}): NonNullable<Part['items']> =>
  Object.fromEntries(
    Object.entries(items).map(([list, all]) => [list, all.filter((item) => JSON.stringify(item).length <= MAX_ITEM_LENGTH)]),
  )

const SMALL_SAMPLES = 5

function sampled<T>(arbitrary: fc.Arbitrary<T>, seed: number, kind: string, count: number): T[] {
  const own = Buffer.from(kind).reduce((sum, byte) => (sum * 31 + byte) | 0, seed)
  return fc.sample(arbitrary, { seed: own, numRuns: SMALL_SAMPLES + count }).slice(SMALL_SAMPLES)
}
