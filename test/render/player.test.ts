import { expect, test } from 'vitest'
import { frameAddress, playerOf } from '../../src/render/player.ts'
import { CONTEXT } from './context.ts'

const hrefOf = (attributes: Record<string, string>) => playerOf(attributes, CONTEXT)?.attributes.href

test.each([
  ['https://www.youtube.com/watch?v=xzoen7x46qI&t=3', 'xzoen7x46qI'],
  ['https://youtube.com/embed/xzoen7x46qI', 'xzoen7x46qI'],
  ['https://m.youtube.com/embed/xzoen7x46qI/', 'xzoen7x46qI'],
  ['https://www.youtube-nocookie.com/embed/xzoen7x46qI?rel=0', 'xzoen7x46qI'],
  ['https://youtu.be/xzoen7x46qI', 'xzoen7x46qI'],
  ['//youtu.be/xzoen7x46qI', 'xzoen7x46qI'],
])('the frame %s plays the video of that id', (src, id) => {
  expect(hrefOf({ src })).toBe(`https://www.youtube.com/watch?v=${id}`)
})

test.each([
  'https://youtube.com.evil.test/embed/xzoen7x46qI',
  'https://notyoutu.be/xzoen7x46qI',
  'https://youtube.org/embed/xzoen7x46qI',
  'https://www.youtube.com/',
  'https://www.youtube.com/embed/xzoen7x46qI?v=x/../y',
  'https://[',
  '',
])('the frame %j plays nothing', (src) => {
  expect(hrefOf({ src })).toBeUndefined()
})

test.each([
  ['xzoen7', true],
  ['x-_en7x46qIx-_en7x46', true],
  ['xzoen', false],
  ['x-_en7x46qIx-_en7x46q', false],
  ['xzoen7x46qI ', false],
  ['/xzoen7x46qI', false],
])('%j is the id of a video: %s', (videoid, isId) => {
  expect(hrefOf({ videoid }) !== undefined).toBe(isId)
})

test('an explicit id takes precedence over the address of the frame', () => {
  expect(hrefOf({ videoid: 'aaaaaaaaaaa', src: 'https://youtu.be/xzoen7x46qI' })).toBe('https://www.youtube.com/watch?v=aaaaaaaaaaa')
})

test('without a picture in its style a player shows the poster of YouTube, if cached', () => {
  const asked: string[] = []
  const context = { ...CONTEXT, ours: { lang: 'en' }, mediaOf: (url: string) => (asked.push(url), { src: '/b/media/poster.jpg' }) }
  expect(playerOf({ videoid: 'xzoen7x46qI' }, context)?.label).toBe(
    '<img src="/b/media/poster.jpg" alt="" loading="lazy" /><span lang="en">Video on YouTube</span>',
  )
  expect(asked).toEqual(['https://i.ytimg.com/vi/xzoen7x46qI/hqdefault.jpg'])
})

test.each(['url(/img/a.jpg)', 'url( "/img/a.jpg" )', "background:url('/img/a.jpg')"])('the poster of %s is looked up', (style) => {
  const asked: string[] = []
  playerOf({ videoid: 'xzoen7x46qI', style }, { ...CONTEXT, mediaOf: (url) => (asked.push(url), undefined) })
  expect(asked).toEqual(['/img/a.jpg', 'https://repair.test/img/a.jpg'])
})

test.each([
  ['<p>x</p><iframe src="https://map.test/x" width=1></iframe>', 'https://map.test/x'],
  ["<IFRAME width=1\nSRC = 'https://map.test/x'>", 'https://map.test/x'],
  ['<iframe src=https://map.test/x width=1>', 'https://map.test/x'],
  ['<iframe src="https://map.test/?a=1&amp;b=2&amp;c=3">', 'https://map.test/?a=1&b=2&c=3'],
  ['<iframe title="x"></iframe><iframe src="/y">', '/y'],
  ['<iframe data-src="/x">', ''],
  ['<iframes src="/x">', ''],
  ['iframe src="/x"', ''],
  ['', ''],
])('the first frame of %j is at %j', (html, address) => {
  expect(frameAddress(html)).toBe(address)
})
