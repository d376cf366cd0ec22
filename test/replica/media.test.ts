import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ask, askRaw, record, serve } from './peer.ts'

const HOST = 'https://media.example'
const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#abc' } })
  .png()
  .toBuffer()
const pdf = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(100)}`)
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')
const guide = (body: unknown) => record('guide', 1, body)

describe('addresses of media', () => {
  test('point at this service, in fields, in HTML and in lists; links and other hosts are unchanged', async () => {
    const item = {
      image: { standard: `${HOST}/igi/a.standard` },
      introduction_rendered: `<img src="${HOST}/igi/b.large" alt=""><a href="https://repair.example/Guide/1">x</a>`,
      url: 'https://repair.example/Guide/1',
      other: ['https://media.example.org/a', 'http://media.example/a', HOST],
    }
    const service = await serve({ records: [guide(item)], lists: { guides: [item] } })
    const here = `${service.url}/media/media.example`
    const expected = {
      image: { standard: `${here}/igi/a.standard` },
      introduction_rendered: `<img src="${here}/igi/b.large" alt=""><a href="https://repair.example/Guide/1">x</a>`,
      url: item.url,
      other: item.other,
    }
    expect((await ask(service, '/guides/1')).body).toEqual(expected)
    expect((await ask(service, '/guides')).body).toEqual([expected])
  })

  test('with the escaped slashes of PHP are recognised', async () => {
    const service = await serve({ records: [guide(String.raw`{"image":"https:\/\/media.example\/igi\/a.standard"}`)] })
    expect((await ask(service, '/guides/1')).body).toEqual({ image: `${service.url}/media/media.example/igi/a.standard` })
  })

  test("use the service's own address, not the Host header", async () => {
    const service = await serve({ records: [guide({ image: `${HOST}/a` })] })
    const { body } = await askRaw(service, '/api/2.0/guides/1', { host: 'other.localhost', 'x-forwarded-host': 'evil.example' })
    expect(JSON.parse(body)).toEqual({ image: `${service.url}/media/media.example/a` })
  })

  test('on the same origin as the pages point here only if the cache has the file', async () => {
    const site = 'https://repair.example'
    const manifest = { mediaOrigins: [site] }
    const item = {
      document: `${site}/Document/x/Ü&1.pdf`,
      html: `<a href="${site}/Document/x/Ü&amp;1.pdf">x</a> <i style="background:url('${site}/a.png')">`,
      guide: `${site}/Guide/Kettle/1`,
      missing: `${site}/b.png`,
    }
    const escaped = JSON.stringify(item)
      .replaceAll('/', String.raw`\/`)
      .replaceAll('Ü', String.raw`\u00dc`)
    for (const body of [JSON.stringify(item), escaped]) {
      const service = await serve({ records: [guide(body)], media: { [item.document]: pdf, [`${site}/a.png`]: png }, manifest })
      const here = `${service.url}/media/repair.example`
      expect((await ask(service, '/guides/1')).body).toEqual({
        document: `${here}/Document/x/Ü&1.pdf`,
        html: `<a href="${here}/Document/x/Ü&amp;1.pdf">x</a> <i style="background:url('${here}/a.png')">`,
        guide: item.guide,
        missing: item.missing,
      })
      expect((await fetch(`${here}/Document/x/Ü&1.pdf`)).status).toBe(200)
    }
  })
})

describe('a file', () => {
  const media = {
    [`${HOST}/igi/a.standard`]: png,
    [`${HOST}/d/manual.pdf?v=2`]: pdf,
    [`${HOST}/s.svg`]: svg,
    [`${HOST}/t.csv`]: Buffer.from('a;b'),
  }

  test.for([
    ['/igi/a.standard', 'image/png', png],
    ['/d/manual.pdf?v=2', 'application/pdf', pdf],
    ['/s.svg', 'image/svg+xml', svg],
    ['/t.csv', 'text/csv; charset=utf-8', Buffer.from('a;b')],
  ] as const)('is served with the type of its bytes: %s', async ([path, type, bytes]) => {
    const response = await fetch(`${(await serve({ media })).url}/media/media.example${path}`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
      200,
      type,
      'nosniff',
    ])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  test('that is an SVG runs no scripts when opened by itself', async () => {
    const { headers } = await fetch(`${(await serve({ media })).url}/media/media.example/s.svg`)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  test('has HEAD, ETag and 304', async () => {
    const url = `${(await serve({ media })).url}/media/media.example/igi/a.standard`
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([String(png.length), 'bytes'])
    const etag = head.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('that is not cached is 404, and POST is 405', async () => {
    const { url } = await serve({ media })
    for (const path of ['/igi/b.standard', '/', '/d/manual.pdf', '/..%2f..%2fmanifest.json']) {
      const response = await fetch(`${url}/media/media.example${path}`)
      expect([response.status, await response.json()]).toEqual([404, { error: true, message: 'This file is not in this cache.' }])
    }
    expect((await fetch(`${url}/media/media.example/igi/a.standard`, { method: 'POST' })).status).toBe(405)
  })

  test.for([
    ['bytes=0-3', 206, `bytes 0-3/${pdf.length}`, pdf.subarray(0, 4)],
    ['bytes=99999-', 416, `bytes */${pdf.length}`, Buffer.alloc(0)],
    ['bytes=5-2', 200, null, pdf],
  ] as const)('in part: %s', async ([range, status, contentRange, bytes]) => {
    const { url } = await serve({ media })
    const response = await fetch(`${url}/media/media.example/d/manual.pdf?v=2`, { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  test('in part is served whole if If-Range has another version', async () => {
    const url = `${(await serve({ media })).url}/media/media.example/d/manual.pdf?v=2`
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { range: 'bytes=0-3', 'if-range': etag } })).status).toBe(206)
    expect((await fetch(url, { headers: { range: 'bytes=0-3', 'if-range': '"other"' } })).status).toBe(200)
  })
})

describe('the details of images and videos', () => {
  const records = [
    record('image', '7', { image: { id: 7, guid: 'AbC-1' }, width: 40 }),
    record('video', '9', { videoid: 9, guid: 'ViD', duration: 1000 }),
  ]

  test.for([
    ['/media/images/7', { width: 40 }],
    ['/media/images/AbC-1', { width: 40 }],
    ['/media/videos/9', { duration: 1000 }],
    ['/media/videos/ViD', { duration: 1000 }],
  ] as const)('are found by id and by GUID: %s', async ([path, body]) => {
    expect(await ask(await serve({ records }), path)).toMatchObject({ status: 200, body })
  })

  test('that were not crawled are 404', async () => {
    for (const path of ['/media/images/8', '/media/images/abc-1', '/media/videos/7'])
      expect((await ask(await serve({ records }), path)).status).toBe(404)
  })
})
