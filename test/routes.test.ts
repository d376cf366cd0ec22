import { describe, expect, test } from 'vitest'
import { keepApart } from '../src/model/names.ts'
import {
  addressFrom,
  fileAt,
  type PageRef,
  listingPage,
  mediaUrl,
  pageAt,
  pathBehind,
  pathOf,
  serviceStepAnchor,
  stepAnchor,
  wayToRoot,
  withBase,
} from '../src/routes.ts'

describe('the path of a page', () => {
  test.each<[PageRef, string]>([
    [{ kind: 'guide', guideid: 123 }, '/guide/123/'],
    [{ kind: 'guide', guideid: 123, stepid: 456 }, '/guide/123/'],
    [{ kind: 'wiki', namespace: 'CATEGORY', title: 'Kettle' }, '/category/kettle-e9d28791/'],
    [{ kind: 'wiki', namespace: 'WIKI', title: 'Kettle' }, '/wiki/kettle-e9d28791/'],
    [{ kind: 'team', teamid: 3 }, '/team/3/'],
    [{ kind: 'user', userid: 41 }, '/user/41/'],
    [{ kind: 'tag', tag: 'Kettle' }, '/tag/kettle-e9d28791/'],
  ])('%o is %s', (ref, path) => {
    expect(pathOf(ref)).toBe(path)
  })
})

test("the about page of a team or user is that team's or user's page", () => {
  expect(pathOf({ kind: 'wiki', namespace: 'TEAM', title: '3' })).toBe(pathOf({ kind: 'team', teamid: 3 }))
  expect(pathOf({ kind: 'wiki', namespace: 'USER', title: '41' })).toBe(pathOf({ kind: 'user', userid: 41 }))
  expect(pathOf({ kind: 'wiki', namespace: 'ITEM', title: '41' })).not.toBe(pathOf({ kind: 'user', userid: 41 }))
})

test('every title gives a path that needs no escaping', () => {
  for (const title of ['AC/DC?', 'a b"c', '../..', '50% & more', 'キーボード', 'page', ' '])
    expect(pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })).toMatch(/^\/category\/[a-z0-9-]{8,}\/$/)
})

test('each page of a listing has its own path, the first without a number', () => {
  expect([1, 2, 30].map((page) => listingPage('/tag/', page))).toEqual(['/tag/', '/tag/page/2/', '/tag/page/30/'])
})

test('a step has an anchor for its position and one for its id', () => {
  expect([stepAnchor(3), serviceStepAnchor(456)]).toEqual(['step-3', 's456'])
})

test('every path is prefixed with the base exactly once', () => {
  expect(withBase('/', '/guide/1/')).toBe('/guide/1/')
  expect(withBase('/guides', '/guide/1/')).toBe('/guides/guide/1/')
  expect(withBase('/guides/', mediaUrl('media/3f/a.jpg'))).toBe('/guides/media/3f/a.jpg')
})

test('titles that share an address get one each, and the first in alphabetical order keeps it', () => {
  const [one, other] = ['Kettle)=!,.!', 'Kettle==!*?!']
  const pathIn = (title: string) => pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })
  const shared = pathIn(one)
  expect(pathIn(other)).toBe(shared)
  keepApart('category', [other, 'Toaster', one])
  expect(pathIn(one)).toBe(shared)
  expect(pathIn(other)).toMatch(/^\/category\/kettle-[0-9a-f]{32}\/$/)
  expect(pathIn(other.replaceAll(' ', '_'))).toBe(pathIn(other))
  expect(pathOf({ kind: 'tag', tag: other })).toBe(shared.replace('category', 'tag'))
  keepApart('tag', [one], [other])
  expect(pathOf({ kind: 'tag', tag: other })).toBe(shared.replace('category', 'tag'))
  expect(pathOf({ kind: 'tag', tag: one })).not.toBe(shared.replace('category', 'tag'))
})

describe('a page whose links are relative', () => {
  const onPage = (path: string, root = '/guides/') => ({ root, base: `${root}de/`, toRoot: wayToRoot(root, path) })
  const guide = onPage('/guides/de/guide/12/')

  test.each([
    ['/', '/', './'],
    ['/', '/guide/12/', '../../'],
    ['/guides/', '/guides/', './'],
    ['/guides', '/guides/de/guide/12/', '../../../'],
  ])('below %s has the way from %s to the root: %s', (root, path, way) => {
    expect(wayToRoot(root, path)).toBe(way)
  })

  test('links to the file of another page and keeps the rest of the address', () => {
    expect(pageAt(guide, '/guide/7/')).toBe('../../../de/guide/7/index.html')
    expect(pageAt(guide, '/search/?tag=a/b#x')).toBe('../../../de/search/index.html?tag=a/b#x')
    expect(addressFrom(guide, '/guides/#about')).toBe('../../../index.html#about')
    expect(fileAt(guide, '/media/3f/a.jpg')).toBe('../../../media/3f/a.jpg')
    expect(fileAt(onPage('/guides/'), '/media/3f/a.jpg')).toBe('./media/3f/a.jpg')
  })

  test('leaves external and already relative links alone', () => {
    for (const address of ['https://example.org/', '#step-2', '../../../index.html', 'mailto:a@b.example'])
      expect(addressFrom(guide, address)).toBe(address)
  })

  test('resolves each link to its absolute path', () => {
    for (const path of ['/guides/', '/guides/guide/7/#step-2', '/guides/media/3f/a.jpg', '/guides/de/search/?q=index.html'])
      expect(pathBehind(guide, addressFrom(guide, path))).toBe(path)
  })

  test('writes paths if its links are not relative', () => {
    const place = { root: '/guides/', base: '/guides/de/', toRoot: undefined }
    expect(pageAt(place, '/guide/7/')).toBe('/guides/de/guide/7/')
    expect(pathBehind(place, '/guides/de/guide/7/')).toBe('/guides/de/guide/7/')
  })
})
