import { expect, test } from 'vitest'
import { encodingsToCopy } from '../../../src/crawl/references.ts'

const encoding = (url: string, format: string, height: number) => ({ url, format, mime: `video/${format}`, width: 0, height, codecs: '' })

test('one MP4 and one WebM, the tallest up to 1080 lines first; smaller and then taller ones stand in', () => {
  const all = [encoding('4k', 'mp4', 2160), encoding('sd', 'mp4', 480), encoding('hd', 'mp4', 1080), encoding('web', 'webm', 720)]
  expect(encodingsToCopy(all)).toEqual([['hd', 'sd', '4k'], ['web']])
})

test('another format is taken where there is nothing else; an encoding without an address is none', () => {
  expect(encodingsToCopy([encoding('old', 'ogg', 480)])).toEqual([['old']])
  expect(encodingsToCopy([encoding('', 'mp4', 480)])).toEqual([])
})
