import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { UsageError } from '../../src/errors.ts'
import { textsIn } from './sample.ts'
import { collect } from './server.ts'
import { guide, nightsOf, type SmallService, smallService } from './small-service.ts'

const TOKEN = 'tok-1'
const SECRET = 'Nobody but us may read this'
const secret = (id: number, rest = {}) =>
  guide(id, { summary: SECRET, public: false, image: { id, standard: `/media/${id}.gif` }, author: { userid: 70 + id }, ...rest })

const crawling = async (what: SmallService) => nightsOf(await smallService(what), { token: TOKEN, retries: 0 })

/**
 * Guide 1 is public; 2 is private and listed for an admin on request; 3 is private by its details only; 4 is known by a link only. Two
 * wikis, one private.
 */
async function serveSecrets(instead?: SmallService['instead']) {
  const listed = [guide(1, { introduction_rendered: '<a href="/Guide/-/4">4</a>' }), guide(3, { summary: '' })]
  const others = Array.from({ length: 8 }, (_, at) => guide(at + 10))
  const wiki = (title: string, rest = {}) => ({ wikiid: title.length, namespace: 'INFO', title, tags: [], ...rest })
  return crawling({
    guides: [...listed, ...others],
    answers: {
      '/guides/3': secret(3),
      '/guides/2': secret(2),
      '/guides/4': secret(4),
      '/wikis/INFO': [wiki('Open'), wiki('Closed')],
      '/wikis/INFO/Open': wiki('Open'),
      '/wikis/INFO/Closed': wiki('Closed', { public: 0, contents_rendered: SECRET }),
    },
    instead(path, url, request) {
      const isWhole = path === '/guides' && url.searchParams.get('offset') === '0' && url.searchParams.has('includePrivate')
      return instead?.(path, url, request) || (isWhole && [...listed, secret(2), secret(5), ...others])
    },
  })
}

const idsIn = async (cache: string) =>
  (await collect((await openCache(cache)).keys('guide'))).map(({ id }) => Number(id)).filter((id) => id < 10)

const filesWith = async (cache: string, words: string): Promise<string[]> =>
  (await textsIn(cache)).filter((text) => text.includes(words)).map((text) => text.slice(0, text.indexOf('\n')))

test('records visible only with a token are not kept unless wanted, have a line in the report, and lead to nothing', async () => {
  const { service, cache, night } = await serveSecrets()
  const { counts, manifest } = await night()
  expect(await idsIn(cache)).toEqual([1])
  expect(counts.guide).toMatchObject({ private: 2, failed: 0 })
  expect(counts.wiki).toMatchObject({ fetched: 1, private: 1 })
  expect(manifest.includesPrivate).toBe(false)
  expect(await filesWith(cache, SECRET)).toEqual([])
  expect(await filesWith(cache, 'is copied with `includePrivate` only')).toEqual(expect.arrayContaining(['report.json', 'report.md']))
  expect(service.asked.filter((path) => /includePrivate|unpatrolled|\/media\/\d|\/users\/7/.test(path))).toEqual([])
})

test('a private item in a list is not stored, and its guide is not requested', async () => {
  const { service, cache, night } = await crawling({ guides: [guide(1), secret(2)] })
  expect((await night()).counts.guide).toMatchObject({ fetched: 1, private: 1 })
  expect(await filesWith(cache, SECRET)).toEqual([])
  expect(service.asked.filter((path) => path.includes('/guides/2'))).toEqual([])
})

test('private guides are listed with --include-private, and kept with their pictures', async () => {
  const { service, cache, night } = await serveSecrets()
  expect((await night({ includePrivate: true })).manifest.includesPrivate).toBe(true)
  expect(await idsIn(cache)).toEqual([1, 2, 3, 4])
  expect(service.asked).toEqual(expect.arrayContaining(['/media/2.gif', '/media/3.gif', '/media/4.gif']))
  expect(service.asked.filter((path) => path.includes('includePrivate')).every((path) => path.startsWith('/api/2.0/guides?'))).toBe(true)
})

test('private records are fetched once wanted and removed when no longer wanted, and no list counts as shrunk', async () => {
  const { cache, night } = await serveSecrets()
  await night()
  await night({ includePrivate: true })
  expect(await idsIn(cache)).toEqual([1, 2, 3, 4])
  expect((await night()).shrunk).toEqual([])
  expect(await idsIn(cache)).toEqual([1])
  expect(await filesWith(cache, SECRET)).toEqual([])
})

test('a private record that fails in a later night is kept as long as it is wanted', async () => {
  let fails = false
  const { cache, night } = await serveSecrets((path) => fails && /^\/guides\/[23]$|INFO\/Closed$/.test(path) && 500)
  await night({ includePrivate: true })
  fails = true
  const { counts } = await night({ includePrivate: true, full: true })
  expect([counts.guide?.stale, counts.wiki?.stale]).toEqual([2, 1])
  expect(await idsIn(cache)).toEqual([1, 2, 3, 4])
  expect(await collect((await openCache(cache)).keys('wiki'))).toHaveLength(2)
  await night({ full: true })
  expect(await idsIn(cache)).toEqual([1])
  expect(await filesWith(cache, SECRET)).toEqual([])
})

test('--include-private has no effect without a token, which is reported', async () => {
  const { service, night } = await serveSecrets()
  expect((await night({ token: '', includePrivate: true })).warnings.join()).toContain('`includePrivate` changes nothing without a token')
  expect(service.asked.join()).not.toContain('includePrivate')
})

test('a token that may not see private guides ends the crawl with an error', async () => {
  const { night } = await serveSecrets((_, { searchParams }) => searchParams.has('includePrivate') && 403)
  const { name } = UsageError
  const message = expect.stringContaining('The token may not see private guides') as string
  await expect(night({ includePrivate: true })).rejects.toMatchObject({ name, message })
})

/** Guide 1 is public, 3 and wiki `Closed` are private by their details, 2 by the list; comments on each, and on a step of each guide. */
async function serveComments() {
  const state = { title: SECRET, modified: 1000 }
  const comment = (commentid: number, context: string, contextid: number, text_raw: string) => ({ commentid, context, contextid, text_raw })
  const step = (stepid: number) => ({ stepid, lines: [], comments: [comment(stepid, 'step', stepid, 'open')] })
  const secretGuides = [guide(2, { summary: SECRET, public: false }), guide(3, { steps: [step(31)], public: false })]
  const service = await crawling({
    guides: [guide(1), ...secretGuides, ...Array.from({ length: 30 }, (_, at) => guide(at + 10))],
    answers: {
      '/guides/1': guide(1, { steps: [step(11)] }),
      '/wikis/INFO': [{ wikiid: 7, namespace: 'INFO', title: 'Closed', summary: SECRET }],
      '/wikis/INFO/Closed': { wikiid: 7, namespace: 'INFO', title: 'Closed', public: 0, tags: [] },
      '/comments': [
        ...[comment(1, 'guide', 1, 'open'), comment(2, 'step', 11, 'open'), comment(3, 'post', 3, 'open')],
        ...[comment(4, 'guide', 2, SECRET), comment(5, 'step', 21, SECRET)],
        ...[comment(6, 'guide', 3, SECRET), comment(7, 'step', 31, SECRET), comment(8, 'wiki', 7, SECRET)],
      ],
    },
    instead(path, url) {
      if (path !== '/guides' || url.searchParams.get('offset') !== '0') return undefined
      const listed = guide(3, { title: state.title, modified_date: state.modified })
      return [guide(1), secretGuides[0], listed, ...Array.from({ length: 30 }, (_, at) => guide(at + 10))] as object[]
    },
  })
  return { ...service, state }
}

test('items of lists and comments on private records are not stored on any night', async () => {
  const { service, cache, state, night } = await serveComments()
  const stored = async () => {
    const reader = await openCache(cache)
    const of = async (list: 'comments' | 'guides') => (await collect(reader.list(list))) as Record<string, number>[]
    return { comments: (await of('comments')).map(({ commentid }) => commentid), guides: (await of('guides')).length }
  }
  await night()
  expect(await filesWith(cache, SECRET)).toEqual([])
  expect(await stored()).toEqual({ comments: [1, 2, 3], guides: 31 })
  const asked = service.asked.length
  await night()
  expect(await filesWith(cache, SECRET)).toEqual([])
  expect(await stored()).toEqual({ comments: [1, 2, 3], guides: 31 })
  expect(service.asked.slice(asked).filter((path) => /guides\/\d|INFO\/Closed/.test(path))).toEqual([])
  state.modified = Date.now() / 1000 - 60
  await night()
  expect(service.asked.slice(asked).filter((path) => path.includes('/guides/3'))).toHaveLength(1)
})

test('a list kept from an earlier crawl loses private items that are no longer wanted', async () => {
  let fails = false
  const { cache, night } = await serveSecrets((path, url) => fails && path === '/guides' && url.searchParams.get('offset') !== '0' && 500)
  await night({ includePrivate: true })
  expect(await filesWith(cache, SECRET)).toContain('lists/guides.ndjson')
  fails = true
  await night()
  expect(await filesWith(cache, SECRET)).toEqual([])
  const reader = await openCache(cache)
  expect((['guides', 'guides-featured', 'comments'] as const).map((list) => reader.hasList(list))).toEqual([true, false, false])
})

test('with --include-private comments are stored as listed', async () => {
  const { cache, night } = await serveComments()
  await night({ includePrivate: true })
  expect(await collect((await openCache(cache)).list('comments'))).toHaveLength(8)
})
