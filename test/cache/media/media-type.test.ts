import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { identifyMedia } from '../../../src/cache/media/media-type.ts'
import { box, heif, SIZE } from './heif.ts'

const identify = (content: string | Uint8Array, name = 'file') => identifyMedia(Buffer.from(content), `https://media.example/${name}`)
const canvas = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#abc' } })
const SVG = 'xmlns="http://www.w3.org/2000/svg" width="40" height="30"'

describe('pictures', () => {
  test.for(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'of type %s are identified by their bytes, not by their names',
    async (format) => {
      const picture = await canvas().toFormat(format).toBuffer()
      const extension = format === 'jpeg' ? 'jpg' : format
      expect(identify(picture, 'x.html')).toEqual({ family: 'picture', extension, width: 40, height: 30 })
    },
  )

  test('of types that only older pages show are identified too', async () => {
    const bmp = Buffer.alloc(54)
    bmp.write('BM')
    bmp.writeUInt32LE(40, 14)
    bmp.writeInt32LE(40, 18)
    bmp.writeInt32LE(30, 22)
    const ico = Buffer.from([0, 0, 1, 0, 1, 0, 40, 30, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
    const tiff = await canvas().tiff().toBuffer()
    for (const [extension, picture] of Object.entries({ bmp, ico, tiff }))
      expect(identify(picture)).toEqual({ family: 'picture', extension, width: 40, height: 30 })
  })

  test('of a type that browsers do not show are not stored', () => {
    const psd = Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(8), Buffer.from([0, 0, 0, 30, 0, 0, 0, 40])])
    expect(identify(psd, 'a.psd')).toBeUndefined()
  })

  test.for([1, 2, 3, 4, 5, 6, 7, 8])('with EXIF orientation %d have the size in which they are shown', async (orientation) => {
    const turned = await canvas().withMetadata({ orientation }).jpeg().toBuffer()
    // From 5 on they are turned by a quarter.
    expect(identify(turned)).toMatchObject(orientation < 5 ? { width: 40, height: 30 } : { width: 30, height: 40 })
  })

  test.for([
    `<svg ${SVG}/>`,
    `\ufeff<?xml version="1.0"?>\n<!-- drawn --><!DOCTYPE svg PUBLIC "a" "b"><svg ${SVG}><style>a{fill:red}</style></svg>`,
  ])('in SVG are identified: %s', (svg) => {
    expect(identify(svg)).toEqual({ family: 'picture', extension: 'svg', width: 40, height: 30 })
  })
})

test.for([
  `<svg ${SVG}><path></svg>`,
  `<svg width="40" height="30"/>`,
  `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;">]><svg ${SVG}><title>&c;</title></svg>`,
  `<svg ${SVG}><g id="a"><use href="#a"/></g></svg>`,
])('an SVG that cannot be drawn is never stored: %s', (svg) => {
  expect(identify(svg, 'drawing.svg')).toBeUndefined()
})

test('markup attached as a document is kept under an extension that browsers download', () => {
  const attached = (content: string, name: string) => identifyMedia(Buffer.from(content), `https://media.example/${name}`, true)
  for (const name of ['manual.html', 'a.HTM', 'drawing.svg?v=1', 'parts.xml', 'formula.mathml'])
    expect(attached(`<svg ${SVG}><script>alert(1)</script></svg>`, name)).toEqual({ family: 'document', extension: 'bin' })
  for (const name of ['manual.pdf', 'a.txt', 'a']) expect(attached('<!DOCTYPE html><p>Not found', name)).toBeUndefined()
})

test.for([
  '<!DOCTYPE html><title>Are you a robot?</title>',
  `<!doctype html><p>A wall with an icon: <svg ${SVG}/>`,
  `<div><svg ${SVG}/></div>`,
  `\ufeff<!doctype html><p>A byte order mark before, an icon behind: <svg ${SVG}/></p>`,
  '\ufeff  <html><body>',
  '<body>Please wait',
  '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
])('markup is never stored, whatever its name: %s', (html) => {
  for (const name of ['a.jpg', 'a.svg', 'a.pdf', 'a.txt', 'a.doc', 'a']) expect(identify(html, name)).toBeUndefined()
})

describe('videos and documents', () => {
  test('are identified by their signatures', () => {
    expect(identify('\0\0\0\x20ftypisom\0\0\x02\0')).toEqual({ family: 'video', extension: 'mp4' })
    expect(identify(Buffer.from('1a45dfa3a3', 'hex'))).toEqual({ family: 'video', extension: 'webm' })
    expect(identify('OggS\0\x02')).toEqual({ family: 'video', extension: 'ogv' })
    expect(identify('%PDF-1.7\n', 'Document/abc/file')).toEqual({ family: 'document', extension: 'pdf' })
  })

  test('are identified by their names if they have no signature', () => {
    expect(identify('a;b\n1;2\n', 'Parts.CSV?download=1')).toEqual({ family: 'document', extension: 'csv' })
    expect(identify('solid cube', 'cube.stl')).toEqual({ family: 'document', extension: 'stl' })
  })

  test('of unknown types are not stored, nor are empty files', () => {
    expect(identify('MZ\x90\0', 'setup.exe')).toBeUndefined()
    expect(identify('anything', 'no-ending')).toBeUndefined()
    expect(identify('', 'a.jpg')).toBeUndefined()
    expect(identifyMedia(Buffer.from('x'), 'not an address')).toBeUndefined()
  })
})

test('a picture of a few tiles has the size of the largest', () => {
  const small = box('ispe', Buffer.from([0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 3]))
  expect(identify(heif(Buffer.concat([small, SIZE, small])))).toMatchObject({ extension: 'avif', width: 40, height: 30 })
})

test('a picture with too many tiles is not stored', () => {
  const made = (pieces: number) => identify(heif(Buffer.concat(Array<Buffer>(pieces).fill(SIZE))))
  expect([made(64)?.width, made(65), made(500)]).toEqual([40, undefined, undefined])
})

test('a truncated picture is identified by its own bytes, whatever is next to them in memory', async () => {
  const png = await canvas(300, 200).png().toBuffer()
  const ends = Array.from({ length: 60 }, (_, end) => end)
  const ofPart = ends.map((end) => identifyMedia(Uint8Array.from(png.subarray(0, end)), 'https://media.example/a.png'))
  expect(ends.map((end) => identifyMedia(png.subarray(0, end), 'https://media.example/a.png'))).toEqual(ofPart)
  expect(ofPart.at(-1)).toMatchObject({ width: 300, height: 200 })
})
