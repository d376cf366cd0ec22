import fc from 'fast-check'
import { copyOf, type Material, type Names } from '../good-site.ts'
import { drawing, html } from '../shapes/markup.ts'
import { slips } from '../shapes/mutated.ts'
import { type ServerReply, type Body, guidePath, json } from '../site.ts'
import { change } from './exchange.ts'

const ENDINGS = 'jpg png gif svg webp avif mp4 pdf html xml txt stl zip standard htm xhtml exe js svgz'.split(' ')
const TYPES = 'image/jpeg image/png image/svg+xml text/html application/pdf video/mp4 text/plain application/octet-stream a/b/c '.split(' ')

/** Headers of pictures without the promised content. */
const PROMISES = [
  '89504e470d0a1a0a0000000d494844527fffffff7fffffff0806000000',
  '89504e470d0a1a0a0000000d49484452000000000000000008060000001f15c489',
  '474946383961ffffffff800000ffffff00000021f90401000000002c00000000ffffffff000202440100',
  'ffd8ffe1fffe45786966000049492a00ffffffff',
  `ffd8${'ffe000104a46494600010100000100010000'.repeat(2_000)}`,
  '524946460000000057454250565038580a000000100000007fffff7fffff',
  '0000001c667479706176696600000000617669666d6966316d696166',
  '00000100ffff',
  '424d0000000000000000360000002800000080000000800000000100180000000000',
  '49492a0008000000ffff',
  '1a45dfa3ffffffffffffffff',
  '000000186674797069736f6dffffffff',
].map((hex) => Buffer.from(hex, 'hex'))
const NO_PICTURES = [
  ...['%PDF-1.7\n%%EOF<script>alert(1)</script>', `GIF89a/*${' '.repeat(500)}*/=1;alert(1)`, 'PK\x03\x04', '\0'],
  ...['<'.repeat(600_000), '<!--a-->'.repeat(3_000)],
].map((text) => Buffer.from(text))

/** The content of a file of another type than stated. */
const file = ({ files }: Material): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { arbitrary: fc.tuple(fc.constantFrom(...files), slips).map(([bytes, slipped]) => slipped(bytes)), weight: 5 },
    { arbitrary: fc.constantFrom(...PROMISES, ...NO_PICTURES), weight: 3 },
    { arbitrary: drawing.map((text) => Buffer.from(text)), weight: 5 },
    { arbitrary: fc.tuple(drawing, slips).map(([text, slipped]) => slipped(Buffer.from(text))), weight: 2 },
    { arbitrary: html.map((text) => Buffer.from(`<!doctype html>${text}`)), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
  )

/** A guide with files of wrong and broken types, as pictures, documents, videos, and in its texts. */
export function media(material: Material, names: Names): fc.Arbitrary<Body> {
  const one = fc.record({
    body: file(material),
    ending: fc.constantFrom(...ENDINGS),
    type: fc.constantFrom(...TYPES),
    spoil: fc.option(change, { freq: 3 }),
    host: fc.constantFrom('127.0.0.1', '127.0.0.1', 'localhost'),
  })
  return fc
    .record({ at: fc.nat(), own: fc.nat({ max: 6 }), all: fc.array(one, { minLength: 1, maxLength: 6, size: 'max' }) })
    .map(({ at, own, all }) => {
      const guideid = names.first + 40 + own
      const answers = new Map<string, ServerReply>()
      const urls = all.map(({ body, ending, type, spoil, host }, index) => {
        const path = `/files/${names.seed}/${own}-${index}.${ending}`
        const answer: ServerReply = { body, headers: { 'content-type': type } }
        answers.set(path, spoil ? spoil(answer) : answer)
        return `${material.origin.replace('127.0.0.1', host)}${path}`
      })
      answers.set(guidePath(guideid), json(copyOf(material.guides, at, names, { ...showing(urls, names), guideid })))
      return { answers, items: { guides: [copyOf(material.items.guides, 0, names, { guideid })] } }
    })
}

/** The fields of a guide that show files. */
function showing(urls: readonly string[], { first }: Names): object {
  const image = (url: string, at: number): object => ({ id: first + at, guid: 'x', thumbnail: url, standard: url, medium: url, large: url })
  const video = (url: string, at: number): object => ({
    videoid: first,
    image: { image: image(url, at) },
    encodings: [{ url, format: 'mp4', width: 9, height: 9 }],
  })
  const steps = urls.map((url, at) => {
    const text_rendered = `<img src="${url}"> <a href="${url}">file</a> <video src="${url}"></video>`
    return {
      ...{ stepid: first + 100 + at, orderby: at + 1, title: '', comments: [] },
      lines: [{ bullet: 'black', level: 0, text_raw: '', text_rendered }],
      media: at % 3 === 2 ? { type: 'video', data: video(url, at) } : { type: 'image', data: urls.slice(at, at + 3).map(image) },
    }
  })
  const documents = urls.map((url, at) => {
    return { documentid: first + at, title: 'File', filename: url.split('/').at(-1), url, download_url: url }
  })
  const [url = ''] = urls
  return { image: image(url, 0), steps, documents, featured_document_embed_url: url, tools: [{ text: 'x', quantity: 1, thumbnail: url }] }
}
