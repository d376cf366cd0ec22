import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { identifyMedia } from '../../src/cache/media-type.ts'

const identify = (content: string | Uint8Array, name = 'file') => identifyMedia(Buffer.from(content), `https://media.example/${name}`)
const SVG = 'xmlns="http://www.w3.org/2000/svg" width="40" height="30"'

describe('pictures', () => {
  test.for(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('%s is known by its bytes, not by its name', async (format) => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#abc' } })
      .toFormat(format)
      .toBuffer()
    const extension = format === 'jpeg' ? 'jpg' : format
    expect(identify(picture, 'x.html')).toEqual({ family: 'picture', extension, width: 40, height: 30 })
  })

  test('a turned photograph has the size that is shown', async () => {
    const turned = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#abc' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(identify(turned)).toMatchObject({ width: 30, height: 40 })
  })

  test.for([
    `<svg ${SVG}/>`,
    `\ufeff<?xml version="1.0"?>\n<!-- drawn --><!DOCTYPE svg PUBLIC "a" "b"><svg ${SVG}><style>a{fill:red}</style></svg>`,
  ])('a drawing is one: %s', (svg) => {
    expect(identify(svg)).toEqual({ family: 'picture', extension: 'svg', width: 40, height: 30 })
  })
})

test.for([
  `<svg ${SVG}><script>alert(1)</script></svg>`,
  `<svg ${SVG}><s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script></svg>`,
  `<svg ${SVG} onload="alert(1)"/>`,
  `<svg ${SVG}><path d="M0 0"/onclick=alert(1)></svg>`,
  `<svg ${SVG}><a href="javascript:alert(1)"><path/></a></svg>`,
  `<svg ${SVG}><a href="x"><set attributeName="href" to="y"/></a></svg>`,
  `<svg ${SVG}><animate attributeName="href" values="x"/></svg>`,
  `<svg ${SVG}><foreignObject><p>hello</p></foreignObject></svg>`,
  `<!DOCTYPE svg [<!ENTITY x "y">]><svg ${SVG}/>`,
])('a drawing that is active is never stored: %s', (svg) => {
  expect(identify(svg, 'drawing.svg')).toBeUndefined()
})

test.for([
  '<!DOCTYPE html><title>Are you a robot?</title>',
  `<!doctype html><p>A wall with an icon: <svg ${SVG}/>`,
  `<div><svg ${SVG}/></div>`,
  '\ufeff  <html><body>',
  '<body>Please wait',
  '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
])('markup is never stored, whatever its name: %s', (html) => {
  for (const name of ['a.jpg', 'a.svg', 'a.pdf', 'a.txt', 'a.doc', 'a']) expect(identify(html, name)).toBeUndefined()
})

describe('videos and documents', () => {
  test('are known by their signatures', () => {
    expect(identify('\0\0\0\x20ftypisom\0\0\x02\0')).toEqual({ family: 'video', extension: 'mp4' })
    expect(identify(Buffer.from('1a45dfa3a3', 'hex'))).toEqual({ family: 'video', extension: 'webm' })
    expect(identify('OggS\0\x02')).toEqual({ family: 'video', extension: 'ogv' })
    expect(identify('%PDF-1.7\n', 'Document/abc/file')).toEqual({ family: 'document', extension: 'pdf' })
  })

  test('without a signature are known by their names', () => {
    expect(identify('a;b\n1;2\n', 'Parts.CSV?download=1')).toEqual({ family: 'document', extension: 'csv' })
    expect(identify('solid cube', 'cube.stl')).toEqual({ family: 'document', extension: 'stl' })
  })

  test('of no known kind are not stored, nor is an empty file', () => {
    expect(identify('MZ\x90\0', 'setup.exe')).toBeUndefined()
    expect(identify('anything', 'no-ending')).toBeUndefined()
    expect(identify('', 'a.jpg')).toBeUndefined()
    expect(identifyMedia(Buffer.from('x'), 'not an address')).toBeUndefined()
  })
})
