import fc from 'fast-check'
import { CRAWLED_LISTS } from '../../../src/crawl/endpoints.ts'
import { mutate, mutations } from '../shapes/mutated.ts'
import { anything, name } from '../shapes/texts.ts'
import type { Body, Paging, Trait, Tree } from '../site.ts'
import { type Material, type Names, renamed } from './material.ts'
import type { ListName } from '../../../src/model/resources.ts'

/** Items of a list that are odd, duplicate, or no items at all. */
export function items({ items: good }: Material, names: Names): fc.Arbitrary<Body> {
  const one = fc.record({ of: fc.nat(), mutations, what: fc.constantFrom('odd', 'odd', 'twice', 'anything'), anything })
  return fc.record({ list: fc.constantFrom(...CRAWLED_LISTS), all: fc.array(one, { minLength: 1, maxLength: 8 }) }).map(({ list, all }) => {
    const source = good[list] ?? []
    const made = all.flatMap(({ of, mutations: some, what, anything: value }) => {
      if (what === 'anything') return [value]
      if (list === 'tags') return [`hostile ${of}`]
      const item = renamed(source[of % Math.max(1, source.length)] ?? {}, names)
      if (typeof item === 'object' && item && 'title' in item && list.startsWith('wikis'))
        item.title = `${String(item.title)} ${names.seed}`
      mutate(item, some)
      return what === 'twice' ? [item, structuredClone(item)] : [item]
    })
    return { answers: new Map(), items: { [list]: made } }
  })
}

const leaf = fc.oneof(fc.constantFrom<unknown>(null, {}, [], ''), anything)

/** Categories: odd names, odd branches, deep and wide. */
export function tree(names: Names): fc.Arbitrary<Body> {
  const { branch } = fc.letrec<{ branch: Tree }>((tie) => ({
    branch: fc.dictionary(name, fc.oneof({ depthSize: 'small' }, leaf, tie('branch')), { maxKeys: 5, noNullPrototype: true }),
  }))
  const deep = fc.tuple(fc.constantFrom(10, 30, 90), name).map(([depth, word]) => {
    let inner: Tree = {}
    for (let level = depth; level > 0; level--) inner = { [`${word} ${names.seed} ${level}`]: inner }
    return inner
  })
  const wide = fc
    .constantFrom(30, 200)
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`wide ${names.seed} ${at}`, {}])))
  return fc
    .oneof({ arbitrary: branch, weight: 20 }, { arbitrary: deep, weight: 2 }, { arbitrary: wide, weight: 1 })
    .map((below) => ({ answers: new Map(), tree: { [names.category]: below } }))
}

const from = (all: readonly unknown[], offset: number, limit: number): unknown[] => all.slice(offset, offset + limit)

/** The items of an endless list: they cannot be requested, so that time is left for the good ones. */
const stranger = (list: ListName, at: number): unknown => (list === 'tags' ? `endless ${at}` : { endless: at })

const PAGINGS: Record<string, (list: ListName) => Paging> = {
  'never ends': (list) => (all, offset, limit) => {
    const page = from(all, offset, limit)
    return [...page, ...Array.from({ length: limit - page.length }, (_, at) => stranger(list, offset + page.length + at))]
  },
  'begins again': () => (all, offset, limit) => from(all, all.length > 0 ? offset % all.length : 0, limit),
  'ignores the offset': () => (all) => all,
  'repeats its last page': () => (all, offset, limit) => from(all, Math.min(offset, Math.max(0, all.length - limit)), limit),
  'promises more': () => (all, offset, limit) => ({ results: from(all, offset, limit), moreResults: true, totalResults: 1e9 }),
  'counts badly': () => (all, offset, limit) => ({ results: from(all, offset, limit), moreResults: 'no', totalResults: -1 }),
  'one by one': () => (all, offset) => from(all, offset, 1),
  'with holes': () => (all, offset, limit) => from(all, offset, limit).flatMap((item) => [item, null]),
}

/** Ways of paging that delay the crawl. */
export const paging: fc.Arbitrary<Trait> = fc
  .dictionary(fc.constantFrom(...CRAWLED_LISTS), fc.constantFrom(...Object.keys(PAGINGS)), {
    minKeys: 1,
    maxKeys: 5,
    noNullPrototype: true,
  })
  .map((chosen) => ({
    of: 'whole',
    name: `paging (${Object.entries(chosen)
      .map(([list, how]) => `${list} ${how}`)
      .join(', ')})`,
    paging: Object.fromEntries(Object.entries(chosen).map(([list, how]) => [list, PAGINGS[how]?.(list as ListName)])),
  }))
