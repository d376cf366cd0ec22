import { expect, test } from 'vitest'
import { encodingsToCopy, readHtml } from '../../src/crawl/references.ts'
import { HtmlBudget } from '../../src/model/html-limits.ts'

const NOTHING = { links: [], pictures: [], videos: [] }

test.each([
  ['a link', '<a href=" /Guide/x/1 ">x</a>', { links: ['/Guide/x/1'] }],
  ['a link without a target', '<a href=" ">x</a><a name="x">', {}],
  ['a picture', '<img src="/a.jpg">', { pictures: ['/a.jpg'] }],
  ['a picture that is lazy', '<img src="" data-src="/a.jpg">', { pictures: ['/a.jpg'] }],
  ['a picture that is both', '<img src="/a.jpg" data-src="/b.jpg">', { pictures: ['/a.jpg'] }],
  [
    'a picture that has a placeholder until it is loaded',
    '<img src="data:image/gif;base64,R0" data-src="/a.jpg">',
    { pictures: ['/a.jpg'] },
  ],
  ['a picture in its own address', '<img src="data:image/png;base64,iVBO">', { pictures: ['data:image/png;base64,iVBO'] }],
  ['the link of an area', '<map><area href="/Guide/x/1"></map>', { links: ['/Guide/x/1'] }],
  ['a video and its poster', '<video src="/a.mp4" poster="/a.jpg">', { videos: ['/a.mp4'], pictures: ['/a.jpg'] }],
  ['sources of a video', '<video><source src="/a.mp4"><source src="/b.webm"></video>', { videos: ['/a.mp4', '/b.webm'] }],
  ['a poster of anything', '<div poster="/a.jpg">', { pictures: ['/a.jpg'] }],
  ['the picture behind a player', `<div videoid=x style="background:url( '/a.jpg' )">`, { pictures: ['/a.jpg'] }],
  ['no picture behind anything else', '<p style="background:url(/a.jpg)">', {}],
  ['no address of other elements', '<b href="/x"><p src="/y"><a src="/z">', {}],
  ['all of several, in their order', '<a href="/1"></a><img src="/2"><A HREF="/3"></A>', { links: ['/1', '/3'], pictures: ['/2'] }],
])('in a text, %s is recognised', (_, html, found) => {
  expect(readHtml(html)).toEqual({ ...NOTHING, ...found })
})

test('a long text is read whatever it contains', () => {
  expect(readHtml(`${'<b>'.repeat(1100)}x`).excess).toMatch(/nested more than 1000 levels/)
  expect(readHtml(`${'x'.repeat(4000)}<a href="/1">`).links).toEqual(['/1'])
})

test('closed elements do not count as nesting, and texts share one budget', () => {
  expect(readHtml('<a href="/1">x</a><img src="/2">'.repeat(1500)).excess).toBeUndefined()
  const budget = new HtmlBudget()
  const long = `<a href="/1">${'x'.repeat(1_500_000)}</a>`
  expect(readHtml(long, budget)).toEqual({ ...NOTHING, links: ['/1'] })
  expect(readHtml(long, budget).excess).toMatch(/longer than/)
})

const encoding = (url: string, format: string, height: number) => ({ url, format, mime: `video/${format}`, width: 0, height, codecs: '' })

test('one MP4 and one WebM are copied, the tallest up to 1080 lines first; smaller, then taller ones are fallbacks', () => {
  const all = [encoding('4k', 'mp4', 2160), encoding('sd', 'mp4', 480), encoding('hd', 'mp4', 1080), encoding('web', 'webm', 720)]
  expect(encodingsToCopy(all)).toEqual([['hd', 'sd', '4k'], ['web']])
})

test('another format is copied if there is nothing else; an encoding without an address is ignored', () => {
  expect(encodingsToCopy([encoding('old', 'ogg', 480)])).toEqual([['old']])
  expect(encodingsToCopy([encoding('', 'mp4', 480)])).toEqual([])
})
