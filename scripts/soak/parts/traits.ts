import fc from 'fast-check'
import { mutate, mutations } from '../shapes/mutated.ts'
import { text } from '../shapes/texts.ts'
import { API, json, type Trait } from '../site.ts'
import { change } from './exchange.ts'
import { paging } from './lists.ts'
import type { Material } from './material.ts'

const PATHS = [
  '/nothing/',
  '/*/x$',
  '/%00',
  '/api/2.0/guides/99999999999',
  `/${'*'.repeat(60)}no/such/end$`,
  `/${'a*'.repeat(300)}z`,
  '/é',
  '?',
  '#',
]

const DELAYS = ['0', '0.001', '-1', 'soon', '1e-9', 'NaN', '0x0', '']

/** Rules of a robots.txt that neither forbid good content nor delay requests. */
const rule = fc.oneof(
  fc
    .tuple(fc.constantFrom('Allow: ', 'Allow:', 'allow :', 'Sitemap: ', 'Host: ', 'Clean-param: ', 'Noindex: ', 'x'), text)
    .map((words) => words.join('').replace(/[\r\n]/g, ' ')),
  fc.constantFrom(...PATHS).map((path) => `Disallow: ${path}`),
  fc.constantFrom(...DELAYS).map((delay) => `Crawl-delay: ${delay}`),
  fc.constantFrom('Allow: /\nUser-agent: OtherBot\nDisallow: /\nUser-agent: *', `Disallow:${' '.repeat(4_000)}`, ' '.repeat(20_000)),
  fc.constantFrom('\0'.repeat(1_000), `# ${'x'.repeat(20_000)}`, '\r', '\ufeff', 'Disallow'),
)

const robots: fc.Arbitrary<Trait> = fc.array(rule, { maxLength: 40, size: 'max' }).map((rules) => ({
  of: 'whole',
  name: 'robots.txt',
  answers: new Map([['/robots.txt', { body: ['User-agent: *', ...rules].join('\n'), headers: { 'content-type': 'text/plain' } }]]),
}))

const siteInfo = ({ site }: Material): fc.Arbitrary<Trait> =>
  fc.tuple(mutations, fc.option(change, { freq: 4 })).map(([all, spoil]) => {
    const record = structuredClone(site)
    mutate(record, all)
    const answer = json(record)
    return { of: 'whole' as const, name: 'sites/info', answers: new Map([[`${API}/sites/info`, spoil ? spoil(answer) : answer]]) }
  })

/** The behaviours of a site as a whole. */
export const traits = (material: Material): fc.Arbitrary<Trait>[] => [paging, robots, siteInfo(material)]
