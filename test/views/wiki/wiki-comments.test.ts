import { expect, test } from 'vitest'
import { categoryView } from '../../../src/views/category/category.ts'
import type { CommentView } from '../../../src/views/people/comments.ts'
import { itemPaths, wikiPage, wikiPaths } from '../../../src/views/wiki/wiki-page.ts'
import { siteOf, wiki } from '../small-site.ts'

const comment = (commentid: number, changes: Record<string, unknown> = {}) => ({
  commentid,
  context: 'wiki',
  contextid: 8,
  author: { userid: 1, username: 'Ada' },
  text_rendered: `<p>Number ${commentid}</p>`,
  date: 1_700_000_000 + commentid,
  status: 'public',
  ...changes,
})
const kettle = wiki('Kettle', { wikiid: 8 })

/** Ids with those of the replies: `1(2(3))`. */
const inWords = (comments: readonly CommentView[]): string =>
  comments.map(({ id, replies }) => (id ?? 'none').replace('comment-', '') + (replies.length > 0 ? `(${inWords(replies)})` : '')).join(' ')

async function onKettle(comments: unknown[]): Promise<string> {
  const site = await siteOf({ records: [kettle], lists: { comments } })
  return inWords((await categoryView(site, 'Kettle', 1)).wiki?.comments ?? [])
}

test('the comments on a category are on its page, and others are not', async () => {
  expect(await onKettle([comment(1), comment(2, { contextid: 9 }), comment(3, { context: 'guide' }), comment(4)])).toBe('1 4')
})

test.each([
  ['inside its comment', [comment(1, { replies: [comment(2, { parentid: 1 })] })], '1(2)'],
  ['as an item of its own', [comment(1), comment(2, { parentid: 1 })], '1(2)'],
  ['in both places', [comment(1, { replies: [comment(2, { parentid: 1 })] }), comment(2, { parentid: 1 })], '1(2)'],
  ['inside, without saying whose', [comment(1, { replies: [comment(2)] })], '1(2)'],
  ['on a reply', [comment(1), comment(2, { parentid: 1 }), comment(3, { parentid: 2 })], '1(2(3))'],
  ['to a comment that is not there', [comment(5, { parentid: 1 })], '5'],
  ['in a circle', [comment(1, { parentid: 2 }), comment(2, { parentid: 1 })], '1(2)'],
  ['to itself', [comment(1, { parentid: 1 })], '1'],
])('a reply %s is below its comment, once', async (_, comments, expected) => {
  expect(await onKettle(comments)).toBe(expected)
})

test('comments neither public nor resolved are left out, and invalid ones ignored', async () => {
  const comments = [comment(1, { status: 'deleted' }), comment(2, { status: 'resolved' }), 'nonsense', { commentid: null }]
  expect(await onKettle(comments)).toBe('2')
})

test.each(['ITEM', 'INFO', 'WIKI'])('the comments on a wiki of %s are on its page', async (namespace) => {
  const site = await siteOf({ records: [wiki('Solder', { wikiid: 8, namespace })], lists: { comments: [comment(1)] } })
  const [path] = namespace === 'ITEM' ? itemPaths(site) : wikiPaths(site)
  if (!path) throw new Error('no page')
  expect(inWords((await wikiPage(site, path.ref, 1)).wiki?.comments ?? [])).toBe('1')
})

test('a page in another language has the comments of the wiki as well', async () => {
  const german = { ...wiki('Kettle', { wikiid: 8, langid: 'de', display_title: 'Wasserkocher' }), lang: 'de' }
  const site = await siteOf({ records: [kettle, german], lists: { comments: [comment(1)] }, manifest: { translations: ['de'] } })
  const page = await categoryView(await site.in('de'), 'Kettle', 1)
  expect(page.title).toBe('Wasserkocher')
  expect(inWords(page.wiki?.comments ?? [])).toBe('1')
})
