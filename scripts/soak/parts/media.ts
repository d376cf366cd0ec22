import fc from 'fast-check'
import { slipped, slips } from '../shapes/bytes.ts'
import { drawing } from '../shapes/drawing.ts'
import { html } from '../shapes/markup.ts'
import type { Answer, Body } from '../site.ts'
import { change } from './exchange.ts'
import { guidePath, type Material, type Names, renamed } from './material.ts'

const ENDINGS = [
  'jpg',
  'png',
  'gif',
  'svg',
  'webp',
  'avif',
  'mp4',
  'pdf',
  'html',
  'xml',
  'txt',
  'stl',
  'zip',
  'standard',
  'htm',
  'xhtml',
  'exe',
  'js',
  'svgz',
]
const TYPES = [
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'text/html',
  'application/pdf',
  'video/mp4',
  'text/plain',
  'application/octet-stream',
  '',
  'a/b/c',
]

/** Headers of pictures without the promised content. */
const PROMISES: readonly Buffer[] = [
  Buffer.from('89504e470d0a1a0a0000000d494844527fffffff7fffffff0806000000', 'hex'),
  Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000001f15c489', 'hex'),
  Buffer.from('474946383961ffffffff800000ffffff00000021f90401000000002c00000000ffffffff000202440100', 'hex'),
  Buffer.from('ffd8ffe1fffe45786966000049492a00ffffffff', 'hex'),
  Buffer.from(`ffd8${'ffe000104a46494600010100000100010000'.repeat(2_000)}`, 'hex'),
  Buffer.from('524946460000000057454250565038580a000000100000007fffff7fffff', 'hex'),
  Buffer.from('0000001c667479706176696600000000617669666d6966316d696166', 'hex'),
  Buffer.from('00000100ffff', 'hex'),
  Buffer.from('424d0000000000000000360000002800000080000000800000000100180000000000', 'hex'),
  Buffer.from('49492a0008000000ffff', 'hex'),
  Buffer.from('1a45dfa3ffffffffffffffff', 'hex'),
  Buffer.from('000000186674797069736f6dffffffff', 'hex'),
  Buffer.from('%PDF-1.7\n%%EOF<script>alert(1)</script>'),
  Buffer.from(`GIF89a/*${' '.repeat(500)}*/=1;alert(1)`),
  Buffer.from('PK\x03\x04'),
  Buffer.alloc(1),
  Buffer.alloc(600_000, 0x3c),
  Buffer.from('<!--a-->'.repeat(3_000)),
]

/** The content of a file of another type than stated. */
function file({ files }: Material): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { arbitrary: fc.tuple(fc.constantFrom(...files), slips).map(([{ bytes }, all]) => slipped(bytes, all)), weight: 5 },
    { arbitrary: fc.constantFrom(...PROMISES), weight: 3 },
    { arbitrary: drawing.map((text) => Buffer.from(text)), weight: 5 },
    { arbitrary: fc.tuple(drawing, slips).map(([text, all]) => slipped(Buffer.from(text), all)), weight: 2 },
    { arbitrary: html.map((text) => Buffer.from(`<!doctype html>${text}`)), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
  )
}

/** A guide with files of wrong and broken types, as pictures, documents, videos, and in its texts. */
export function media(material: Material, names: Names): fc.Arbitrary<Body> {
  const one = fc.record({
    bytes: file(material),
    ending: fc.constantFrom(...ENDINGS),
    type: fc.constantFrom(...TYPES),
    change: fc.option(change, { freq: 3 }),
    host: fc.constantFrom('127.0.0.1', '127.0.0.1', 'localhost'),
  })
  return fc
    .record({ of: fc.nat(), own: fc.nat({ max: 6 }), all: fc.array(one, { minLength: 1, maxLength: 6, size: 'max' }) })
    .map(({ of, own, all }) => {
      const guideid = names.first + 40 + own
      const answers = new Map<string, Answer>()
      const urls = all.map(({ bytes, ending, type, change: spoil, host }, at) => {
        const path = `/files/${names.seed}/${own}-${at}.${ending}`
        const answer: Answer = { body: bytes, headers: { 'content-type': type } }
        answers.set(path, spoil ? spoil(answer) : answer)
        return `${material.origin.replace('127.0.0.1', host)}${path}`
      })
      const record = renamed(material.guides[of % material.guides.length], names) as { steps?: unknown[] }
      answers.set(guidePath(guideid), { body: JSON.stringify({ ...record, ...showing(urls, names), guideid }) })
      return { answers, items: { guides: [{ ...(renamed(material.items.guides?.[0], names) as object), guideid }] } }
    })
}

/** The fields of a guide that show files. */
function showing(urls: readonly string[], { first }: Names): object {
  const image = (url: string, at: number): object => ({ id: first + at, guid: 'x', thumbnail: url, standard: url, medium: url, large: url })
  const steps = urls.map((url, at) => ({
    stepid: first + 100 + at,
    orderby: at + 1,
    title: '',
    lines: [
      {
        bullet: 'black',
        level: 0,
        text_raw: '',
        text_rendered: `<img src="${url}"> <a href="${url}">file</a> <video src="${url}"></video>`,
      },
    ],
    media:
      at % 3 === 2
        ? {
            type: 'video',
            data: { videoid: first, image: { image: image(url, at) }, encodings: [{ url, format: 'mp4', width: 9, height: 9 }] },
          }
        : { type: 'image', data: urls.slice(at, at + 3).map(image) },
    comments: [],
  }))
  const documents = urls.map((url, at) => ({
    documentid: first + at,
    title: 'File',
    filename: url.split('/').at(-1),
    url,
    download_url: url,
  }))
  const [url = ''] = urls
  return { image: image(url, 0), steps, documents, featured_document_embed_url: url, tools: [{ text: 'x', quantity: 1, thumbnail: url }] }
}
