import { expect, test } from 'vitest'
import { crawl } from '../../../src/crawl/crawl.ts'
import { ceilingsOf } from '../../../src/crawl/frontier/discovery.ts'
import { MAX_TAGS } from '../../../src/model/guide.ts'
import { folder, optionsFor } from '../server.ts'
import { crawlSmall, guide, guides, smallService } from '../small-service.ts'

const tagsFrom = (first: number, length: number) => Array.from({ length }, (_, at) => `tag ${first + at}`)

/** A service in which every category leads to the next, endlessly. */
const endless = () =>
  smallService({
    guides: [guide(1, { category: 'Level 1' })],
    instead: (path) => {
      const level = Number(/^\/wikis\/CATEGORY\/Level (\d+)$/.exec(path)?.[1])
      const wiki = { wikiid: level, langid: 'en', namespace: 'CATEGORY', title: `Level ${level}`, tags: [] }
      return level > 0 && { ...wiki, children: [`Level ${level + 1}`] }
    },
  })

test.each([
  [
    '`maxRecords`',
    { maxRecords: 40 },
    'The service names more than 40 records: the rest is not asked for. Raise `maxRecords` for more.',
    21,
    40,
  ],
  [
    '`maxDepth`',
    { maxDepth: 12 },
    'Records lead to each other more than 12 times in a row: what follows is not asked for. Raise `maxDepth` for more.',
    13,
    13,
  ],
])('an endless service is followed up to %s, which is reported, and gives a cache', async (option, options, said, least, most) => {
  const { warnings, counts, beyond } = await crawl(optionsFor((await endless()).url, await folder(), options))
  expect(warnings.filter((warning) => warning.includes(option))).toEqual([said])
  expect(beyond).toEqual([said])
  expect(counts.guide?.fetched).toBe(1)
  expect(counts.wiki?.fetched).toBeGreaterThanOrEqual(least)
  expect(counts.wiki?.fetched).toBeLessThanOrEqual(most)
})

test('an endless list is read up to the limit, which is reported, and its start is kept', async () => {
  const { warnings, beyond, failures, counts, reader, service } = await crawlSmall({
    options: { maxRecords: 900 },
    guides: [guide(1)],
    instead: (path, { searchParams }) => path === '/tags' && tagsFrom(Number(searchParams.get('offset')), 200),
  })
  expect(beyond).toEqual(warnings.filter((warning) => warning.includes('`maxRecords`')))
  expect(warnings.filter((warning) => warning.includes('`maxRecords`'))).toEqual([
    expect.stringMatching(/^The list .*\/tags\?.* has 900 items or more: the rest is not read\. Raise `maxRecords` for more\.$/),
  ])
  expect(failures).toEqual([])
  expect(counts.guide?.fetched).toBe(1)
  expect(await reader.listLength('tags')).toBeGreaterThanOrEqual(900)
  expect(service.asked.filter((path) => path.includes('/tags?')).length).toBeLessThan(8)
})

test('a service that keeps inventing languages gets requests for two hundred, which is reported', async () => {
  const letters = Array.from('abcdefghijklmnopqr')
  const available_langids = letters.flatMap((one) => letters.map((other) => `q${one}${other}`))
  const { beyond } = await crawlSmall({ options: { lang: ['all'] }, guides: [guide(1, { available_langids })] })
  expect(beyond).toEqual(['The service names more than 200 languages: the rest is not asked for.'])
})

test('a record with too many names is followed up to the limit and reported; others are unaffected', async () => {
  const prerequisites = Array.from({ length: 50_010 }, (_, at) => ({ guideid: 1000 + at }))
  const { warnings, counts } = await crawlSmall({
    options: { maxRecords: 20 },
    guides: [guide(1, { prerequisites }), ...guides(3).slice(1)],
  })
  expect(warnings).toContainEqual(expect.stringMatching(/^guide 1 names 50,0\d\d things: the first 50,000 are followed\.$/))
  expect(counts.guide?.fetched).toBe(3)
})

test('a record with too deeply nested texts is stored and reported', async () => {
  const { warnings, counts, failures } = await crawlSmall({
    guides: [guide(1, { introduction_rendered: '<ul><li>x'.repeat(5000) }), guide(2)],
  })
  expect(failures).toEqual([])
  expect(counts.guide?.fetched).toBe(2)
  expect(warnings).toContainEqual(
    expect.stringMatching(/^guide 1 has texts that are nested more than 1000 levels deep: they are shown as plain words/),
  )
})

test.each([
  ['steps', { steps: Array(300_000).fill({}) }],
  ['lines', { steps: [{ stepid: 1, lines: Array(300_000).fill({ text_raw: '' }) }] }],
  ['tags', { tags: Array(300_000).fill('x') }],
])('a record of endless %s is refused with an error, and others are fetched', async (_, much) => {
  const { failures, counts, service } = await crawlSmall({ guides: guides(2), answers: { '/guides/2': guide(2, much) } })
  expect(failures.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
    `2: ${service.url}/api/2.0/guides/2?excludePrerequisiteSteps is not read: it holds more than 200,000 values.`,
  ])
  expect(counts.guide?.fetched).toBe(1)
})

test('a record with the maximum number of lines is read', async () => {
  const lines = Array(95_000).fill({ text_rendered: '' })
  const { failures, counts } = await crawlSmall({ guides: [guide(1, { steps: [{ stepid: 1, title: '', lines }] })] })
  expect([failures, counts.guide?.fetched]).toEqual([[], 1])
})

test('tags beyond those that the site shows are reported, once per record, and are no failure', async () => {
  const tags = tagsFrom(0, 250)
  const { warnings, beyond } = await crawlSmall({
    options: { retries: 0 },
    guides: [guide(1, { tags, category: 'Kettle' }), guide(2, { tags: tags.slice(0, 200) }), guide(3, { tags: 7 })],
    answers: { '/wikis/CATEGORY/Kettle': { wikiid: 1, langid: 'en', namespace: 'CATEGORY', title: 'Kettle', tags } },
  })
  expect(warnings.filter((warning) => warning.includes('tags:')).sort()).toEqual([
    'guide 1 has 250 tags: the site shows the first 200.',
    'wiki CATEGORY/Kettle has 250 tags: the site shows the first 200.',
  ])
  expect(beyond).toEqual([])
})

test('a record with too many tags is reported once, briefly, and of many such records only twenty', () => {
  const warnings: string[] = []
  const ceilings = ceilingsOf({}, (sentence) => warnings.push(sentence))
  const tags = (length: number) => tagsFrom(0, length)
  ceilings.noteTags('guide 1', { tags: tags(MAX_TAGS) })
  ceilings.noteTags('guide 2', null)
  expect(warnings).toEqual([])
  ceilings.noteTags('guide 3', { tags: tags(MAX_TAGS + 1) })
  ceilings.noteTags('guide 3', tags(MAX_TAGS + 1))
  ceilings.noteTags(`guide ${'4'.repeat(200)}`, tags(MAX_TAGS + 1))
  const of = (name: string) =>
    expect.stringMatching(new RegExp(`^${name} has [\\d,]+ tags: the site shows the first ${MAX_TAGS}\\.$`)) as string
  expect(warnings).toEqual([of('guide 3'), of(`guide ${'4'.repeat(94)}`)])
  for (let at = 5; at < 50; at++) ceilings.noteTags(`guide ${at}`, tags(MAX_TAGS + 1))
  expect(warnings).toHaveLength(20)
})
