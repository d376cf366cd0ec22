import fc from 'fast-check'
import { CRAWLED_LISTS } from '../../../src/crawl/endpoints.ts'
import type { ListName } from '../../../src/model/resources.ts'
import { copyOf, type Material, type Names } from '../good-site.ts'
import { mutate, mutations } from '../shapes/mutated.ts'
import { anything, name, text } from '../shapes/texts.ts'
import { API, type Body, json, type Paging } from '../site.ts'
import { change } from './exchange.ts'

const NONE: Body['answers'] = new Map()

/** Items of a list that are odd, duplicate, or no items at all. */
export function items({ items: good }: Material, names: Names): fc.Arbitrary<Body> {
  const one = fc.record({ at: fc.nat(), mutations, what: fc.constantFrom('odd', 'odd', 'twice', 'anything'), anything })
  return fc.tuple(fc.constantFrom(...CRAWLED_LISTS), fc.array(one, { minLength: 1, maxLength: 8 })).map(([list, all]) => {
    const made = all.flatMap(({ at, mutations, what, anything }) => {
      if (what === 'anything') return [anything]
      if (list === 'tags') return [`hostile ${at}`]
      const item = copyOf(good[list], at, names, {})
      if ('title' in item && list.startsWith('wikis')) item.title = `${String(item.title)} ${names.seed}`
      mutate(item, mutations)
      return what === 'twice' ? [item, item] : [item]
    })
    return { answers: NONE, items: { [list]: made } }
  })
}

/** Categories: odd names, odd branches, deep and wide. */
export function tree(_: Material, { seed, category }: Names): fc.Arbitrary<Body> {
  const { branch } = fc.letrec<{ branch: object }>((tie) => ({
    branch: fc.dictionary(name, fc.oneof({ depthSize: 'small' }, anything, tie('branch')), { maxKeys: 5, noNullPrototype: true }),
  }))
  const deep = fc.tuple(fc.constantFrom(10, 30, 90), name).map(([depth, word]) => {
    let inner: object = {}
    for (let level = depth; level > 0; level--) inner = { [`${word} ${seed} ${level}`]: inner }
    return inner
  })
  const wide = fc
    .constantFrom(30, 200)
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`wide ${seed} ${at}`, {}])))
  return fc
    .oneof({ arbitrary: branch, weight: 20 }, { arbitrary: deep, weight: 2 }, { arbitrary: wide, weight: 1 })
    .map((below) => ({ answers: NONE, tree: { [category]: below } }))
}

const from = (all: readonly unknown[], offset: number, limit: number): unknown[] => all.slice(offset, offset + limit)

/** Ways of paging that never end, or give the same items again, or say something wrong about them. */
const PAGINGS: ((list: ListName) => Paging)[] = [
  // The items of an endless list cannot be requested, so that time is left for the good ones.
  (list) => (all, offset, limit) => {
    const page = from(all, offset, limit)
    while (page.length < limit) page.push(list === 'tags' ? `endless ${offset + page.length}` : { endless: offset + page.length })
    return page
  },
  () => (all, offset, limit) => from(all, all.length > 0 ? offset % all.length : 0, limit),
  () => (all) => all,
  () => (all, offset, limit) => from(all, Math.min(offset, Math.max(0, all.length - limit)), limit),
  () => (all, offset, limit) => ({ results: from(all, offset, limit), moreResults: true, totalResults: 1e9 }),
  () => (all, offset, limit) => ({ results: from(all, offset, limit), moreResults: 'no', totalResults: -1 }),
  () => (all, offset) => from(all, offset, 1),
  () => (all, offset, limit) => from(all, offset, limit).flatMap((item) => [item, null]),
]

export const paging = (): fc.Arbitrary<Body> =>
  fc
    .dictionary(fc.constantFrom(...CRAWLED_LISTS), fc.constantFrom(...PAGINGS), { minKeys: 1, maxKeys: 5, noNullPrototype: true })
    .map((chosen) => ({
      answers: NONE,
      paging: Object.fromEntries(Object.entries(chosen).map(([list, how]) => [list, how(list as ListName)])),
    }))

/** Rules of a robots.txt that neither forbid good content nor delay requests. */
const rule = fc.oneof(
  fc
    .tuple(fc.constantFrom('Allow: ', 'Allow:', 'allow :', 'Sitemap: ', 'Host: ', 'Clean-param: ', 'Noindex: ', 'x'), text)
    .map((words) => words.join('').replace(/[\r\n]/g, ' ')),
  fc
    .constantFrom(
      '/nothing/',
      '/*/x$',
      '/%00',
      '/api/2.0/guides/99999999999',
      `/${'*'.repeat(60)}no/such/end$`,
      `/${'a*'.repeat(300)}z`,
      '/é',
      '?',
      '#',
    )
    .map((path) => `Disallow: ${path}`),
  fc.constantFrom('0', '0.001', '-1', 'soon', '1e-9', 'NaN', '0x0', '').map((delay) => `Crawl-delay: ${delay}`),
  fc.constantFrom('Allow: /\nUser-agent: OtherBot\nDisallow: /\nUser-agent: *', `Disallow:${' '.repeat(4_000)}`, ' '.repeat(20_000)),
  fc.constantFrom('\0'.repeat(1_000), `# ${'x'.repeat(20_000)}`, '\r', '\ufeff', 'Disallow'),
)

export const robots = (): fc.Arbitrary<Body> =>
  fc
    .array(rule, { maxLength: 40, size: 'max' })
    .map((rules) => ({ answers: new Map([['/robots.txt', { body: ['User-agent: *', ...rules].join('\n') }]]) }))

export const siteInfo = ({ site }: Material): fc.Arbitrary<Body> =>
  fc.tuple(mutations, fc.option(change, { freq: 4 })).map(([all, spoil]) => {
    const answer = json(mutate(structuredClone(site), all))
    return { answers: new Map([[`${API}/sites/info`, spoil ? spoil(answer) : answer]]) }
  })
