import { afterEach, describe, expect, test } from 'vitest'
import { fileAt, listingPage, mediaUrl, pageAt, pathOf, wayToRoot } from '../../src/routes.ts'
import { entriesOf, FOLDER_LIMITS, isCrowded } from '../../src/routes/crowded.ts'
import { divideFolders, inFolders, mediaInCache } from '../../src/routes/divided.ts'

afterEach(() => divideFolders([]))

const kettle = { kind: 'wiki', namespace: 'CATEGORY', title: 'Kettle' } as const

describe('with divided folders', () => {
  test.each([
    ['a page', '/guide/1234/', '/guide/34/1234/'],
    ['a page with few digits', '/guide/7/', '/guide/7/7/'],
    ['a further page', '/category/kettle-e9d28791/page/2/', '/category/91/kettle-e9d28791/page/2/'],
    ['a file of a page', 'category/kettle-e9d28791/feed.xml', 'category/91/kettle-e9d28791/feed.xml'],
    ['a page in another language', 'de/guide/1234/index.html', 'de/guide/34/1234/index.html'],
    ['the list of all', '/category/', '/category/'],
    ['a further page of it', '/de/category/page/2/', '/de/category/page/2/'],
    ['its file', 'category/index.html', 'category/index.html'],
    ['a page of another kind', '/user/1234/', '/user/1234/'],
    ['a page of the operator’s own of that name', 'page/guide/index.html', 'page/guide/index.html'],
  ])('%s, %s, is %s', (_, path, divided) => {
    divideFolders(['guide', 'category'])
    expect(inFolders(path)).toBe(divided)
    divideFolders([])
    expect(inFolders(path)).toBe(path)
  })

  test('everything written for a page follows', () => {
    divideFolders(['category', 'media'])
    const path = pathOf(kettle)
    expect(path).toBe('/category/91/kettle-e9d28791/')
    expect(listingPage(path, 3)).toBe('/category/91/kettle-e9d28791/page/3/')
    const place = { root: '/', base: '/de/', toRoot: wayToRoot('/', '/de/category/kettle-e9d28791/') }
    expect(pageAt(place, path)).toBe('../../../../de/category/91/kettle-e9d28791/index.html')
    expect(fileAt(place, mediaUrl('media/3f/3fa1b2.jpg'))).toBe('../../../../media/3f/a1/3fa1b2.jpg')
  })

  test('a medium is found in the cache by its path in the site, divided or not', () => {
    divideFolders(['media'])
    expect(mediaInCache(mediaUrl('media/3f/3fa1b2.jpg').slice(1))).toBe('media/3f/3fa1b2.jpg')
    divideFolders([])
    expect(mediaInCache(mediaUrl('media/3f/3fa1b2.jpg').slice(1))).toBe('media/3f/3fa1b2.jpg')
  })
})

describe('a folder is too full', () => {
  test('by the number of its names', () => {
    const names = Array.from({ length: FOLDER_LIMITS.names }, (_, at) => `${at}`)
    expect([isCrowded(names), isCrowded(names.slice(100))]).toEqual([true, false])
  })

  test('by the entries that long names take on FAT32', () => {
    expect([entriesOf('A1'), entriesOf('a1'), entriesOf('x'.repeat(13)), entriesOf('x'.repeat(14))]).toEqual([1, 2, 2, 3])
    const names = Array.from({ length: 9_400 }, (_, at) => `${at}`.padStart(69, 'x'))
    expect([isCrowded(names), isCrowded(names.slice(100))]).toEqual([true, false])
  })
})

test('a site as large as iFixit has no folder that is too large, and no page twice', () => {
  const folders = new Map<string, string[]>()
  const add = (path: string): void => {
    const [folder = '', name = ''] = path.slice(1, -1).split(/\/(?=[^/]+$)/)
    const names = folders.get(folder) ?? []
    names.push(name)
    folders.set(folder, names)
  }
  const titles = Array.from({ length: 48_260 }, (_, at) => `A category of a title as long as they are on the largest service ${at}`)
  const paths = [
    ...Array.from({ length: 61_000 }, (_, at) => ({ kind: 'guide', guideid: at * 3 }) as const),
    ...titles.map((title) => ({ ...kettle, title })),
  ]
  for (const ref of paths) add(pathOf(ref))
  expect([...folders].filter(([, names]) => isCrowded(names)).map(([folder]) => folder)).toEqual(['guide', 'category'])
  folders.clear()
  divideFolders(['guide', 'category'])
  for (const ref of paths) add(pathOf(ref))
  expect(Math.max(...Array.from(folders.values(), ({ length }) => length))).toBeLessThan(1000)
  expect(Math.max(...Array.from(folders.values(), (names) => names.reduce((sum, name) => sum + entriesOf(name), 0)))).toBeLessThan(6000)
  expect([...folders.values()].flatMap((names) => [...new Set(names)])).toHaveLength(paths.length)
})
