import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import type { Namespace } from '../../../src/model/ref.ts'
import { canonicalTitle } from '../../../src/model/title.ts'
import { toText } from '../../../src/render/to-html.ts'
import { type PageRef, pathOf } from '../../../src/routes.ts'
import { fold } from '../../../src/search/fold.ts'
import { tagIndex } from '../../../src/views/tag/tag.ts'
import type { SearchDocument } from '../../../src/search/document.ts'
import { searchDocuments } from '../../../src/views/search/search-documents.ts'
import { openSite, type Site } from '../../../src/views/site/site.ts'

const SAMPLE = resolve(import.meta.dirname, '../../../sample')
let site: Site
let documents: SearchDocument[]
beforeAll(async () => {
  site = await openSite(readConfig({ cache: SAMPLE, base: '/mending/' }, {}))
  documents = await Array.fromAsync(searchDocuments(site))
})

const kinds = (kind: string): SearchDocument[] => documents.filter(({ filters }) => filters.kind === kind)

test('every guide, category, team and user of the site occurs once', () => {
  const { guides, categories, teams, users } = site.catalog
  expect(kinds('guide').map(({ path }) => path)).toEqual([...guides.keys()].map((guideid) => pathOf({ kind: 'guide', guideid })))
  expect(kinds('category')).toHaveLength(categories.size)
  expect(kinds('team')).toHaveLength(teams.size)
  expect(kinds('user')).toHaveLength(users.size)
  expect(new Set(documents.map(({ path }) => path)).size).toBe(documents.length)
})

test('every tag has its page, searched by its name only', async () => {
  const tags = [...(await tagIndex(site)).values()].map(({ tag }) => tag)
  expect(tags.length).toBeGreaterThan(10)
  expect(kinds('tag').map(({ title }) => title)).toEqual(tags)
  for (const { path, title, lead, text, sections } of kinds('tag'))
    expect([path, lead, text, sections]).toEqual([pathOf({ kind: 'tag', tag: title }), '', '', []])
})

test('the order is the same each time', async () => {
  expect((await Array.fromAsync(searchDocuments(site))).map(({ path }) => path)).toEqual(documents.map(({ path }) => path))
})

test('a guide is filed under its category and all above it, by their displayed names', () => {
  for (const { filters, breadcrumb } of kinds('guide')) expect(filters.category.toReversed().join(' › ')).toBe(breadcrumb)
  expect(Math.max(...kinds('guide').map(({ filters }) => filters.category.length))).toBeGreaterThan(2)
})

test('each step is a section with the anchor of its page', () => {
  for (const { sections } of kinds('guide')) expect(sections.map(({ anchor }) => anchor)).toEqual(sections.map((_, at) => `step-${at + 1}`))
})

test('lines of a step without a final full stop are separated', () => {
  const step = documents.find(({ path }) => path === pathOf({ kind: 'guide', guideid: 19 }))?.sections[2]
  expect(step?.text).toMatch(/up to the stop · Needle plate screws: .* the rest · Bobbin and case: take both out$/)
})

test('the summary in lists is the lead', () => {
  const leadOf = (title: string): string | undefined => documents.find((document) => document.title === title)?.lead
  expect(leadOf('Skylark Fm')).toBe('Clock radio with red digits.')
  expect(leadOf('Clean the Crumb Tray')).toBe('Crumb tray · Five minutes every two weeks keep the smoke and the mice away.')
})

test('archived guides and those that are only parts of others rank lower, and no others do', () => {
  expect(documents.filter(({ isArchived }) => isArchived).map(({ path }) => path)).toEqual(
    [3, 14, 37, 43].map((guideid) => pathOf({ kind: 'guide', guideid })),
  )
})

test('the tools that a page names are also found by their codes', () => {
  expect(documents.find(({ title, isTranslation }) => title === 'Sewing Machine' && !isTranslation)?.text).toContain('MT-08')
})

test('no markup is searched', () => {
  const texts = documents.flatMap(({ lead, text, sections }) => [lead, text, ...sections.map((section) => section.text)])
  expect(texts.filter((text) => /<\/?(p|a|strong|em|div|br)\b|&(amp|quot|nbsp);|'''|\[(link|guide|image)\|/.test(text))).toEqual([])
})

test('a picture is a path without the base, of a file in the cache', () => {
  const images = documents.map(({ image }) => image).filter(Boolean)
  expect(images.length).toBeGreaterThan(40)
  for (const image of images) expect(image).toMatch(/^\/media\/[\da-f]{2}\//)
})

test('people rank last', () => {
  expect(documents.filter(({ rank }) => rank === 3).map(({ filters }) => filters.kind)).toEqual([
    ...kinds('team').map(() => 'team'),
    ...kinds('user').map(() => 'user'),
  ])
})

describe('the content of a page is found', () => {
  /** By field, why its words are not on the page, or found elsewhere. */
  const NOT_SEARCHED: [RegExp, why: string][] = [
    [/(^|\.)(url|html|\w*_url\w*|guid|\d+x\d+|thumbnail|icon|mini|medium|standard|large|huge|original|image\.image)$/, 'an address'],
    [/(^|\.)(\w+_raw|\w+_json(\..*)?)$/, 'the source of a rendered text'],
    [
      /(^|\.)(langid|available_langids|locale|context|status|flagid|dataType|namespace|bullet|ratio|extension|document_extension|privileges|quantity|level)$/,
      'a code',
    ],
    [/\b(encodings|meta)\.|media\.type$|media\.data\.type$/, 'a code'],
    [/^(type|difficulty|time_required|tags)$/, 'a filter'],
    [/^(category|ancestors|parent|children)\b/, 'the breadcrumb, and pages of their own'],
    [/\b(username|unique_username|avatar_url|profile_url)$/, 'the page of a person'],
    [/^(prerequisites|featured_guides|guides|linked_wikis|related_wikis)\./, 'pages of their own'],
    [/^flags\./, 'said in the same words of many pages'],
    [/^(parts\.categories|tools\.target|info\.inheritedFrom|page_title|title$)/, 'links, and names that pages show in another form'],
    [/^location$/, 'on no page'],
    [/\b(filename|provider_name|table_of_contents\..*)$/, 'repeats what the page says elsewhere'],
  ]

  interface RecordNames {
    guideid: number
    userid: number
    namespace?: Namespace
    title?: string
  }
  const textsIn = (value: unknown, path: string[] = []): [path: string, text: string][] => {
    if (typeof value === 'string') return [[path.join('.'), value]]
    if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, path))
    return value && typeof value === 'object' ? Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key])) : []
  }
  const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

  test.each(['guide', 'wiki', 'user'])('in each text of a %s', async (kind) => {
    const folder = resolve(SAMPLE, 'records', kind)
    const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.[a-z]{2})\.json$/.test(file))
    expect(files.length).toBeGreaterThan(10)
    const missing: string[] = []
    for (const file of files) {
      const record = JSON.parse(await readFile(resolve(folder, file), 'utf8')) as RecordNames
      const title = canonicalTitle(record.title ?? '')
      const refs: Record<string, PageRef> = {
        guide: { kind: 'guide', guideid: record.guideid },
        user: { kind: 'user', userid: record.userid },
        USER: { kind: 'user', userid: Number(title) },
        TEAM: { kind: 'team', teamid: Number(title) },
      }
      const ref = refs[record.namespace ?? kind] ?? { kind: 'wiki', namespace: record.namespace ?? 'WIKI', title }
      const document = documents.find(({ path, isTranslation }) => path === pathOf(ref) && !isTranslation)
      // A private one has none.
      if (!document) continue
      const found = new Set(wordsOf(JSON.stringify([document.title, document.lead, document.text, document.sections])))
      for (const [path, text] of textsIn(record)) {
        const isNumber = ref.kind !== 'wiki' && path === 'display_title'
        if (isNumber || NOT_SEARCHED.some(([field]) => field.test(path))) continue
        const lost = wordsOf(toText(text)).filter((word) => !found.has(word))
        if (lost.length > 0) missing.push(`${file}: ${path} lacks ${lost.join(' ')}`)
      }
    }
    expect(missing).toEqual([])
  })
})
