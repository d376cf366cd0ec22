import { describe, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { readReport } from '../../src/cache/report.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import type { Progress } from '../../src/crawl/report/counters.ts'
import { SAMPLE, serveSample } from './sample.ts'
import { collect, folder, optionsFor, type Server } from './server.ts'
import { guide, guides, nightsOf, smallService } from './small-service.ts'

const translationsIn = async (cache: string) =>
  (await collect((await openCache(cache)).keys())).filter(({ lang }) => lang).map(({ kind, id, lang }) => `${kind} ${id} ${lang}`)

/**
 * A service of guides in English, with the answer of each for a `langid` (missing languages are answered in English), and crawls of it;
 * `asked` are the guides requested in a language.
 */
async function polyglot(guides: ReturnType<typeof guide>[], translations: Record<string, number | object>) {
  const service = await smallService({
    guides,
    instead: (path, { searchParams }) => translations[`${path.replace('/guides/', '')} ${searchParams.get('langid')}`],
  })
  const { cache, night: crawlOnce } = await nightsOf(service, { retries: 0, lang: ['all'] })
  const night = async (options?: Partial<CrawlOptions>) => {
    const { asked, ...result } = await crawlOnce(options)
    const translated = asked.filter((path) => path.includes('langid='))
    return { ...result, asked: translated.map((path) => path.replace(/^.*guides\/(\d+).*langid=(.*)$/, '$1 $2')).sort() }
  }
  return { service, cache, night }
}

const inEnglish = (id: number, available: unknown, rest = {}) => guide(id, { langid: 'en', available_langids: available, ...rest })
const inGerman = (id: number, rest = {}) => guide(id, { title: `Anleitung ${id}`, locale: 'de', langid: 'de', ...rest })

describe('the sample site in all its languages', () => {
  test('is copied unchanged, except for unapproved translations', async () => {
    const asked: string[] = []
    const service = await serveSample({ spoil: ({ path, query }) => void asked.push(`${path} ${query.get('langid') ?? ''}`) })
    const cache = await folder()
    const { manifest } = await crawl(optionsFor(service.url, cache, { lang: ['all'] }))
    expect(manifest).toMatchObject({ lang: 'en', translations: ['de', 'ja'] })
    const unapproved = 'guide 8 de'
    expect(await translationsIn(cache)).toEqual((await translationsIn(SAMPLE)).filter((name) => name !== unapproved))
    for (const [kind, id, lang] of [
      ['guide', '27', 'ja'],
      ['wiki', 'CATEGORY/Kettle', 'de'],
    ] as const) {
      const { title, langid, revisionid } = (await (await openCache(SAMPLE)).record({ kind, id, lang })) as Record<string, unknown>
      expect(await (await openCache(cache)).record({ kind, id, lang })).toMatchObject({ title, langid, revisionid })
    }
    // With the language in each record: one contains `ja`, another `jp`.
    expect(asked.filter((path) => /guides\/(5|27) ./.test(path)).sort()).toEqual(
      ['27 de', '27 jp', '5 de', '5 ja'].map((name) => `/api/2.0/guides/${name}`),
    )
    const { languages } = (await readReport(cache)) ?? {}
    expect(languages?.guide).toMatchObject({ de: { expected: 9, got: 9 }, ja: { expected: 4, got: 4 } })
  })

  test('is copied in the source language only by default', async () => {
    const asked: string[] = []
    const service = await serveSample({ spoil: ({ query }) => void asked.push(query.get('langid') ?? '') })
    const cache = await folder()
    expect((await crawl(optionsFor(service.url, cache))).manifest.translations).toBeUndefined()
    expect(await translationsIn(cache)).toEqual([])
    expect(new Set(asked)).toEqual(new Set(['']))
  })

  test('is copied in the chosen languages only', async () => {
    const service = await serveSample()
    const cache = await folder()
    const { manifest } = await crawl(optionsFor(service.url, cache, { lang: ['en', 'ja'], media: 'none' }))
    expect(manifest.translations).toEqual(['ja'])
    expect((await translationsIn(cache)).filter((name) => !name.endsWith(' ja'))).toEqual([])
  })
})

describe('an answer that is not a translation', () => {
  test.for([
    ['an answer in the source language', undefined, /^Missing translation: .* answered in en, not in de\.$/],
    ['an answer that names two languages', inGerman(1, { langid: 'en' }), /answered in en and de, not in de/],
    ['one that has not been approved', inGerman(1, { revisionid: 0 }), /has not been approved yet/],
    ['a 404', 404, /answered 404/],
  ] as const)('is not stored but reported: %s', async ([, answer, reason]) => {
    const { service, cache, night } = await polyglot([inEnglish(1, ['en', 'de'])], answer === undefined ? {} : { '1 de': answer })
    const { counts, manifest } = await night()
    expect(counts.guide).toMatchObject({ fetched: 1, gone: 1, failed: 0 })
    expect(manifest.translations).toBeUndefined()
    const { fallbacks = [] } = (await readReport(cache)) ?? {}
    expect(fallbacks).toEqual([
      expect.objectContaining({ kind: 'guide', id: '1', lang: 'de', state: 'gone', reason: expect.stringMatching(reason) as string }),
    ])
    expect(fallbacks[0]?.instead).toBe(`${service.url}/api/2.0/guides/1?excludePrerequisiteSteps`)
    // The result is remembered: the next night requests it again only if the source changes.
    expect((await night()).asked).toEqual([])
  })

  test('is not requested if a record lists none; if it does not list any, only for chosen languages', async () => {
    const crawlOnce = async (options?: Partial<CrawlOptions>) =>
      (await polyglot([guide(1), inEnglish(2, null), inEnglish(3, [])], { '1 de': inGerman(1) })).night(options)
    expect((await crawlOnce({ lang: ['de'] })).asked).toEqual(['1 de'])
    expect((await crawlOnce()).asked).toEqual([])
  })

  test('is requested a few times only if no record lists its languages', async () => {
    const { cache, night } = await polyglot(guides(40), {})
    const { asked, warnings, counts } = await night({ lang: ['de'], concurrency: 1 })
    expect(asked.length).toBeLessThan(10)
    expect(warnings).toContainEqual(expect.stringMatching(/no guide has one for de:/))
    expect(counts.guide).toMatchObject({ fetched: 40, gone: asked.length })
    expect((await readReport(cache))?.kinds.guide?.expected).toBe(40 + asked.length)
    expect((await night({ lang: ['de'] })).asked).toEqual([])
  })

  test('an invalid language is neither requested nor used in a path', async () => {
    const hostile = ['../../etc/x', 'de/../../x', 'd', '', 'a b', 'x'.repeat(99), 'de%2f', 'en']
    const { night } = await polyglot([inEnglish(1, hostile)], {})
    expect((await night()).asked).toEqual([])
  })
})

describe('the second night', () => {
  const edited = { revisionid: 2, modified_date: 2000 }

  test('requests no translation of unchanged sources, and that of a changed one', async () => {
    const all = [1, 2].map((id) => inEnglish(id, ['en', 'de']))
    const translations: Record<string, number | object> = { '1 de': inGerman(1), '2 de': inGerman(2) }
    const { cache, night } = await polyglot(all, translations)
    expect((await night()).asked).toEqual(['1 de', '2 de'])
    expect((await night()).asked).toEqual([])
    all[1] = inEnglish(2, ['en', 'de'], edited)
    translations['2 de'] = inGerman(2, { title: 'Neu' })
    const { asked, counts } = await night()
    expect(asked).toEqual(['2 de'])
    expect(counts.guide).toMatchObject({ fetched: 2, unchanged: 2 })
    expect(await (await openCache(cache)).record({ kind: 'guide', id: '2', lang: 'de' })).toMatchObject({ title: 'Neu' })
  })

  test('requests only translations if a language is added', async () => {
    const all = [1, 2].map((id) => inEnglish(id, ['en', 'de', 'fr']))
    const { service, cache, night } = await polyglot(all, { '1 de': inGerman(1), '2 de': inGerman(2) })
    await night({ lang: [] })
    service.asked.length = 0
    expect((await night({ lang: ['de'] })).asked).toEqual(['1 de', '2 de'])
    expect(service.asked.filter((path) => /guides\/\d+\?/.test(path))).toHaveLength(2)
    expect(await translationsIn(cache)).toEqual(['guide 1 de', 'guide 2 de'])
  })

  test('keeps the last good translation if it fails, with the date since when', async () => {
    const all = [inEnglish(1, ['en', 'de'])]
    const translations: Record<string, number | object> = { '1 de': inGerman(1) }
    const { cache, night } = await polyglot(all, translations)
    const first = await night()
    all[0] = inEnglish(1, ['en', 'de'], edited)
    translations['1 de'] = 500
    await night()
    const reader = await openCache(cache)
    const key = { kind: 'guide', id: '1', lang: 'de' } as const
    expect(await reader.record(key)).toMatchObject({ locale: 'de' })
    expect(await reader.staleSince(key)).toBe(first.manifest.startedAt)
    expect(await reader.staleSince({ kind: 'guide', id: '1' })).toBeUndefined()
    expect((await night()).asked).toEqual(['1 de'])
  })

  test('removes records and pictures of a language that is no longer wanted', async () => {
    const picture = (name: string) => ({ image: { id: 1, standard: `/media/${name}.gif` } })
    const { cache, night } = await polyglot([inEnglish(1, ['en', 'de'], picture('en'))], { '1 de': inGerman(1, picture('de')) })
    const pictures = async () => (await collect(filesBelow(cache, 'media'))).length
    await night()
    expect(await pictures()).toBe(2)
    const { manifest } = await night({ lang: [] })
    expect(await pictures()).toBe(1)
    expect(await translationsIn(cache)).toEqual([])
    expect(manifest.translations).toBeUndefined()
    const withdrawn = (await readReport(cache))?.withdrawn.filter(({ kind }) => kind === 'guide')
    expect(withdrawn).toMatchObject([{ id: '1', lang: 'de', change: 'removed', reason: 'Its language is not among those of `lang`.' }])
  })
})

describe('a resumed crawl', () => {
  /** Interrupts a crawl when it has a guide and its translation. */
  async function cut(service: Server, cache: string) {
    const stop = new AbortController()
    const onProgress = ({ guide }: Progress) => {
      if (guide?.done === 2) stop.abort()
    }
    const cutting = crawl(optionsFor(service.url, cache, { retries: 0, lang: ['all'], signal: stop.signal }), { onProgress })
    await expect(cutting).rejects.toThrow('Interrupted')
  }
  const dated = (modified_date: number) => inEnglish(1, ['de'], { modified_date })

  test('does not request a stored translation again', async () => {
    const { service, cache, night } = await polyglot([dated(1000)], { '1 de': inGerman(1) })
    await cut(service, cache)
    const { asked, counts } = await night()
    expect(asked).toEqual([])
    expect(counts.guide).toMatchObject({ fetched: 2 })
  })

  test('requests the translation of a source again that has changed meanwhile', async () => {
    const all = [dated(1000)]
    const { service, cache, night } = await polyglot(all, { '1 de': inGerman(1) })
    await night()
    all[0] = dated(2000)
    await cut(service, cache)
    expect((await night()).asked).toEqual([])
    all[0] = dated(3000)
    await cut(service, cache)
    all[0] = dated(4000)
    expect((await night()).asked).toEqual(['1 de'])
  })
})
