import { describe, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { EXTRA_KINDS, extraOf } from '../../src/model/extras.ts'
import { apiFiles } from '../../src/replica/files/files.ts'
import { PIXEL } from '../crawl/server.ts'
import { type SmallCache, smallCache } from '../cache/small-cache.ts'
import { record, SAMPLE, serveSample } from './peer.ts'

const ROOT = 'https://guides.example/repair/'

async function filesOf(cache: string, { hidden = [] as string[] } = {}): Promise<Map<string, string>> {
  const files = await Array.fromAsync(apiFiles(await openCache(cache), { root: ROOT, hidden }))
  expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length)
  return new Map(files.map(({ path, body }) => [path, body]))
}

const filesOfSmall = async (content: SmallCache, options?: { hidden: string[] }): Promise<Map<string, string>> =>
  filesOf((await smallCache(content)).folder, options)

const read = (files: ReadonlyMap<string, string>, path: string): unknown => JSON.parse(files.get(path) ?? 'null')

describe('the sample as files', () => {
  const sample = filesOf(SAMPLE)

  test.for([
    ['guides/4', 'guides/4.json'],
    ['guides/4?excludePrerequisiteSteps', 'guides/4.excludePrerequisiteSteps.json'],
    ['guides/5?langid=de', 'guides/5.de.json'],
    ['guides/4/tags', 'guides/4/tags.json'],
    ['guides?limit=200', 'guides/pages/1.json'],
    ['guides?limit=200&offset=200', 'guides/pages/2.json'],
    ['guides/featured?limit=200', 'guides/featured/pages/1.json'],
    ['wikis/CATEGORY?display=hierarchy', 'wikis/CATEGORY/hierarchy.json'],
    ['wikis/CATEGORY?display=hierarchyOrder', 'wikis/CATEGORY/hierarchyOrder.json'],
    ['wikis/INFO?display=titles', 'wikis/INFO/titles.json'],
    ['wikis/CATEGORY/Kettle', 'wikis/CATEGORY/kettle-e9d28791.json'],
    ['wikis/CATEGORY/Kettle?langid=ja', 'wikis/CATEGORY/kettle-e9d28791.ja.json'],
    ['categories', 'categories.json'],
    ['tags?limit=200', 'tags/pages/1.json'],
    ['teams/1', 'teams/1.json'],
    ['users/1', 'users/1.json'],
    ['users/1/badges', 'users/1/badges.json'],
    ['comments?limit=200', 'comments/pages/1.json'],
    ['users/2/completions?limit=200', 'users/2/completions/pages/1.json'],
    ['users/2/favorites/guides?limit=200', 'users/2/favorites/guides/pages/1.json'],
    ['media/images/104', 'media/images/104.json'],
    ['sites/info', 'sites/info.json'],
  ])('%s is in %s', async ([target, path]) => {
    const { api, url } = await serveSample()
    const answer = await (await fetch(`${api}/${target}`)).text()
    // Addresses of media differ; everything else is the same, byte for byte.
    const withoutMedia = (text = '') =>
      text.replaceAll(/(https:\/\/media\.mendery\.example|https:\/\/docs\.mendery\.example|http[^"\\\s]*\/media)\/[^"\\\s<>]*/g, 'MEDIA')
    expect(withoutMedia((await sample).get(path ?? ''))).toBe(withoutMedia(answer.replaceAll(url, ROOT.replace(/\/$/, ''))))
  })

  test('names each title with its file', async () => {
    const files = await sample
    const names = Object.entries(read(files, 'wikis/CATEGORY/files.json') as Record<string, string>)
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter(([, name]) => !files.has(`wikis/CATEGORY/${name}`))).toEqual([])
  })

  test('has an index with the folders and lengths of the lists', async () => {
    const files = await sample
    const { lists, pageSize } = read(files, 'index.json') as {
      lists: Record<string, { folder: string; items: number; pages: number }>
      pageSize: number
    }
    expect(pageSize).toBe(200)
    expect(lists.guides).toEqual({ folder: 'guides', items: 49, pages: 1 })
    for (const { folder: where, pages } of Object.values(lists)) expect(files.get(`${where}/pages/${pages + 1}.json`)).toBe('[]')
  })

  test('leaves private guides out', async () => {
    const files = await sample
    expect([...files.keys()].filter((path) => /^guides\/44\b/.test(path))).toEqual([])
    expect((read(files, 'guides/pages/1.json') as { guideid: number }[]).map(({ guideid }) => guideid)).not.toContain(44)
  })

  test('points only at the media of the site', async () => {
    const texts = [...(await sample).values()].join('\n')
    expect(texts).toMatch(/"https:\/\/guides\.example\/repair\/media\/[0-9a-f]{2}\/[0-9a-f]{20}-\d+x\d+(-\d+(-[0-9a-f]{12})?)?\.\w+"/)
    expect(texts).not.toContain('replica.invalid')
  })
})

test('a guide without prerequisites has one file for both requests', async () => {
  const files = await filesOfSmall({ records: [{ kind: 'guide', id: '1', body: { guideid: 1, prerequisites: [], steps: [] } }] })
  expect([...files.keys()].filter((path) => path.startsWith('guides/1'))).toEqual(['guides/1.json'])
})

test('a picture points to its copy in another size, otherwise keeps its address, also inside HTML', async () => {
  const cached = 'https://media.example/a.standard'
  const body = `{"guideid":1,"image":{"mini":"https:\\/\\/media.example\\/a.mini","standard":"https:\\/\\/media.example\\/a.standard","large":"https:\\/\\/media.example\\/b.large"},"introduction_rendered":"<img src=\\"${cached}\\"><p style=\\"x:url(&quot;${cached}&quot;)\\">"}`
  const files = await filesOfSmall({ records: [{ kind: 'guide', id: '1', body }], media: { [cached]: PIXEL } })
  const { image, introduction_rendered: html } = read(files, 'guides/1.json') as {
    image: Record<string, string>
    introduction_rendered: string
  }
  const own = image.standard ?? ''
  expect(own).toMatch(/^https:\/\/guides\.example\/repair\/media\/..\/[0-9a-f]{20}-1x1-\d+-[0-9a-f]{12}\.gif$/)
  expect(image.mini).toBe(own)
  expect(image.large).toBe('https://media.example/b.large')
  expect(html).toBe(`<img src="${own}"><p style="x:url(&quot;${own}&quot;)">`)
})

test('origins of the build machine do not occur', async () => {
  const here = 'http://127.0.0.1:4000'
  const manifest = { source: `${here}/api/2.0`, origins: [here], mediaOrigins: [here] }
  const body = `{"guideid":1,"url":"${here}/Guide/1","image":{"mini":"http:\\/\\/127.0.0.1:4000\\/media\\/a.mini"}}`
  const files = await filesOfSmall({ records: [record('guide', 1, body)], manifest }, { hidden: [here] })
  expect([...files.values()].join('')).not.toContain('127.0.0.1')
  expect(read(files, 'guides/1.json')).toMatchObject({ url: 'https://guides.example/Guide/1' })
})

describe('the records of --extra', () => {
  const user = { kind: 'user-completions', id: '7' } as const

  test('are paged if the service pages them, and stored unchanged in any other shape', async () => {
    const all = Array.from({ length: 450 }, (_, index) => ({ guideid: index + 1 }))
    const files = await filesOfSmall({ records: [{ ...user, body: all }] })
    const pages = [1, 2, 3, 4].map((page) => read(files, `users/7/completions/pages/${page}.json`) as unknown[])
    expect(pages.map(({ length }) => length)).toEqual([200, 200, 50, 0])
    expect(pages.flat()).toEqual(all)
    const odd = await filesOfSmall({ records: [{ ...user, body: { guides: all } }] })
    expect([...odd.keys()].filter((path) => path.startsWith('users/'))).toEqual(['users/7/completions.json'])
    expect(read(odd, 'users/7/completions.json')).toEqual({ guides: all })
  })

  test('of a category are next to its tags', async () => {
    const records = [
      record('wiki', 'CATEGORY/Kettle', { wikiid: 5, namespace: 'CATEGORY', title: 'Kettle' }),
      record('category-children', 'CATEGORY/Kettle', ['category-children']),
      record('category-identification', 'CATEGORY/Kettle', ['category-identification']),
      record('category-documents', 5, ['papers']),
      record('wiki-titles', 'CATEGORY', ['Kettle', { title: 'Toaster' }]),
    ]
    const files = await filesOfSmall({ records, lists: { 'wikis-CATEGORY': [{ wikiid: 5, title: 'Kettle' }] } })
    expect(read(files, 'wikis/CATEGORY/kettle-e9d28791/children.json')).toEqual(['category-children'])
    expect(read(files, 'wikis/CATEGORY/kettle-e9d28791/identification.json')).toEqual(['category-identification'])
    expect(read(files, 'wikis/CATEGORY/5/documents.json')).toEqual(['papers'])
    expect(read(files, 'wikis/CATEGORY/files.json')).toEqual({ Kettle: 'kettle-e9d28791.json' })
  })

  test('of people at work, and of who has read what, are never written', async () => {
    const body = [{ secret: 'at work' }]
    const kinds = EXTRA_KINDS.filter((kind) => extraOf(kind).isInternal)
    expect(kinds).toContain('guide-views')
    const files = await filesOfSmall({ records: kinds.map((kind) => ({ kind, id: '7', body })) })
    expect([...files.values()].join()).not.toContain('at work')
  })
})
