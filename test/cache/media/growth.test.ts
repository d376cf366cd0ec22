import { test } from 'vitest'
import { identifyMedia } from '../../../src/cache/media/media-type.ts'
import { expectLinear } from '../../scaling.ts'
import { box, heif, SIZE } from './heif.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg" width="40" height="30"'
const repeated = (text: string) => (size: number) => Buffer.from(text.repeat(size / text.length))
const root = (inside: string) => (size: number) => Buffer.concat([Buffer.from('<svg '), repeated(inside)(size)])

test.each([
  ['comments before a drawing', (size: number) => Buffer.from(`${'<!--a-->'.repeat(size / 8)}x`)],
  ['comments without an end', repeated('<!--')],
  ['dashes', (size: number) => Buffer.from(`<!--${'-'.repeat(size)}x`)],
  ['declarations', repeated('<?xml ?>')],
  ['DOCTYPEs', repeated('<!DOCTYPE svg>')],
  ['spaces', (size: number) => Buffer.from(`${' '.repeat(size)}x`)],
  ['roots without an end', repeated('<svg ')],
  ['roots in a comment', (size: number) => Buffer.from(`<!--${'<svg '.repeat(size / 5)}--><svg ${SVG}/>`)],
  ['quotes without an end', root(`a="`)],
  ['widths', root(` width='`)],
  ['widths in a value', (size: number) => Buffer.from(`<svg a="${` width='%`.repeat(size / 9)}">`)],
  ['handlers', (size: number) => Buffer.from(`<svg ${SVG}>${' on'.repeat(size / 3)}</svg>`)],
  ['names', (size: number) => Buffer.from(`<svg ${SVG}>${'<a-'.repeat(size / 3)}`)],
  ['sizes of an AVIF', (size: number) => heif(Buffer.alloc(size, SIZE))],
  ['boxes of an AVIF', (size: number) => heif(Buffer.concat([SIZE, Buffer.alloc(size, box('free', Buffer.alloc(0)))]))],
  [
    'boxes and sizes of an AVIF',
    (size: number) => heif(Buffer.concat([...Array<Buffer>(60).fill(SIZE), Buffer.alloc(size, box('free', Buffer.alloc(0)))])),
  ],
  ['zeros of a JPEG', (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size)])],
  [
    'blocks of a JPEG',
    (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size, Buffer.from([0, 2, 0xff, 0xe1]))]),
  ],
  ['entries of a TIFF', (size: number) => Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(size, 1)])],
  ['pictures of an ICO', (size: number) => Buffer.concat([Buffer.from([0, 0, 1, 0, 0xff, 0x1f]), Buffer.alloc(size, 1)])],
])('the time to identify a file grows linearly with its length: %s', (_, make) => {
  const files = new Map([12_800, 128_000, 512_000].map((size) => [size, make(size)]))
  expectLinear((size) => identifyMedia(files.get(size) ?? make(size), 'https://media.example/a.svg'), 128_000)
})
