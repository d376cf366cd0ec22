import { describe, expect, test } from 'vitest'
import { DERIVED_HEADER } from '../../src/model/envelope.ts'
import { PIXEL } from '../crawl/server.ts'
import { ask, record, serve, WITH_TOKEN } from './peer.ts'

const HOST = 'https://media.example'
const image = (id: number) => ({ id, guid: `G${id}`, thumbnail: `${HOST}/G${id}.thumbnail`, medium: `${HOST}/G${id}.medium` })
const video = {
  videoid: 77,
  filename: 'turn.mp4',
  duration: 5,
  width: 4,
  height: 3,
  image: { image: image(12) },
  encodings: [{ url: `${HOST}/turn.mp4`, mime: 'video/mp4', format: 'mp4' }],
}
const author = {
  userid: 7,
  username: 'Ann',
  unique_username: 'ann',
  join_date: 5,
  image: image(70),
  reputation: 3,
  email: 'ann@example.org',
}
const small = {
  records: [
    record('guide', 1, {
      ...{ guideid: 1, userid: 7, username: 'Ann', author, image: image(10) },
      steps: [{ stepid: 9, media: { type: 'image', data: [image(11)] } }, { media: { type: 'video', data: video } }],
      prerequisites: [{ guideid: 2, public: false, image: image(20), userid: 8, username: 'Bea' }],
    }),
    record('guide', 2, { guideid: 2, public: false, image: image(21), author: { userid: 9, username: 'Cy' } }),
    record('team-members', 4, [{ userid: 7, username: 'Ann' }]),
  ],
  lists: {
    guides: [
      { guideid: 1, public: true, userid: 7, username: 'Ann' },
      { guideid: 2, public: false, userid: 8, username: 'Bea' },
      { guideid: 3, public: true, userid: 6, username: 'Dan' },
    ],
    comments: [
      { commentid: 1, context: 'guide', contextid: 2, author: { userid: 5, username: 'Eve' } },
      { commentid: 2, context: 'guide', contextid: 1, author: { userid: 4, username: 'Flo', image: image(40) } },
    ],
  },
  media: { [`${HOST}/G10.medium`]: PIXEL },
}
const service = () => serve(small)

describe('without a stored answer', () => {
  test('a picture is derived from the records that show it, by id and GUID, with the size of its largest copy', async () => {
    const here = await service()
    const { status, body } = await ask(here, '/media/images/10')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      image: { id: 10, guid: 'G10' },
      width: 1,
      height: 1,
      ratio: 'VARIABLE',
      srcid: null,
      markup: null,
      exif: [],
    })
    expect((await ask(here, '/media/images/G10')).body).toEqual(body)
    for (const id of [11, 12, 40, 70])
      expect(await ask(here, `/media/images/${id}`)).toMatchObject({ status: 200, body: { image: { id } } })
  })

  test('a video is derived from the step that shows it', async () => {
    const here = await service()
    expect(await ask(here, '/media/videos/77')).toMatchObject({ status: 200, body: { videoid: 77, filename: 'turn.mp4' } })
    expect((await ask(here, '/media/videos/78')).status).toBe(404)
  })

  test('a document is derived from the most detailed record that has it, by id and GUID; its file is here', async () => {
    const inWiki = {
      documentid: 31,
      guid: 'D31',
      title: 'Sheet',
      pages: 2,
      url: 'https://repair.example/Document/D31',
      download_url: `${HOST}/a.pdf`,
    }
    const inGuide = { documentid: 31, text: 'Sheet', url: inWiki.url, download_url: inWiki.download_url }
    const here = await serve({
      records: [
        record('guide', 1, { guideid: 1, documents: [inGuide] }),
        record('guide', 2, { guideid: 2, public: false, documents: [{ ...inGuide, documentid: 32 }] }),
        record('wiki', 'CATEGORY/Kettle', { wikiid: 5, title: 'Kettle', documents: [inWiki] }),
      ],
      media: { [inWiki.download_url]: Buffer.from('%PDF-1.4') },
    })
    const { status, body } = await ask(here, '/media/documents/31')
    expect([status, body]).toEqual([200, { ...inWiki, download_url: expect.stringContaining(here.url) as unknown }])
    expect(await (await fetch((body as typeof inWiki).download_url)).text()).toBe('%PDF-1.4')
    expect((await ask(here, '/media/documents/D31')).body).toEqual(body)
    for (const id of [32, 33]) expect((await ask(here, `/media/documents/${id}`)).status).toBe(404)
  })

  test('a user is derived from anything that names them, with the specified fields and no e-mail address', async () => {
    const here = await service()
    expect((await ask(here, '/users/7')).body).toEqual({
      userid: 7,
      username: 'Ann',
      unique_username: 'ann',
      join_date: 5,
      image: expect.objectContaining({ id: 70 }) as unknown,
      reputation: 3,
      url: '',
      teams: [4],
      privileges: [],
    })
    expect(await ask(here, '/users/6')).toMatchObject({ status: 200, body: { userid: 6, username: 'Dan', teams: [], join_date: null } })
    expect(await ask(here, '/users/4')).toMatchObject({ status: 200, body: { username: 'Flo' } })
  })

  test('nothing is derived from a private guide, or a comment on one', async () => {
    const here = await service()
    for (const path of ['/media/images/20', '/media/images/21', '/users/8', '/users/9', '/users/5', '/users/999', '/media/images/G21'])
      for (const init of [{}, WITH_TOKEN]) expect([path, (await ask(here, path, init)).status]).toEqual([path, 404])
  })

  test('a derived answer is marked as such, a stored one is not', async () => {
    const here = await service()
    const marked = async (path: string) => (await fetch(here.api + path)).headers.get(DERIVED_HEADER)
    for (const path of ['/media/images/10', '/media/videos/77', '/users/7', '/users/7/guides'])
      expect([path, await marked(path)]).toEqual([path, 'true'])
    for (const path of ['/guides/1', '/guides', '/teams/4']) expect([path, await marked(path)]).toEqual([path, null])
  })
})

describe('a size of a picture that was not copied', () => {
  const names = ['mini', 'thumbnail', '140x105', 'standard', 'medium', 'large', 'huge', 'original']
  const all = Object.fromEntries(names.map((size) => [size, `${HOST}/igi/a.${size}`]))
  const gif = (width: number) => Buffer.concat([PIXEL.subarray(0, 6), Buffer.from([width, 0]), PIXEL.subarray(8)])
  const copies = { [`${HOST}/igi/a.standard`]: gif(30), [`${HOST}/igi/a.large`]: gif(80) }
  const shown = async (origin = HOST) => {
    const pictures = Object.fromEntries(Object.entries(all).map(([size, url]) => [size, url.replace(HOST, origin)]))
    const here = await serve({
      records: [record('guide', 1, { guideid: 1, image: pictures })],
      media: Object.fromEntries(Object.entries(copies).map(([url, bytes]) => [url.replace(HOST, origin), bytes])),
      manifest: { mediaOrigins: [origin] },
    })
    return { here, image: ((await ask(here, '/guides/1')).body as { image: Record<string, string> }).image }
  }

  test.for([HOST, 'https://repair.example'])(
    'is answered with the nearest copied size, and nothing points elsewhere (%s)',
    async (origin) => {
      const { here, image } = await shown(origin)
      const widths: Record<string, number> = {}
      for (const [size, url] of Object.entries(image)) {
        expect(url.startsWith(`${here.url}/media/`)).toBe(true)
        const response = await fetch(url)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif'])
        widths[size] = Buffer.from(await response.arrayBuffer()).readUInt16LE(6)
      }
      expect(widths).toEqual({ mini: 30, thumbnail: 30, '140x105': 30, standard: 30, medium: 80, large: 80, huge: 80, original: 80 })
    },
  )

  test('is distinguished from a copied one by Content-Location', async () => {
    const { image } = await shown()
    const [large, huge] = await Promise.all([image.large ?? '', image.huge ?? ''].map((url) => fetch(url, { method: 'HEAD' })))
    expect([large?.headers.get(DERIVED_HEADER), large?.headers.get('content-location')]).toEqual([null, null])
    expect([huge?.headers.get(DERIVED_HEADER), huge?.headers.get('content-location')]).toEqual(['true', '/media/media.example/igi/a.large'])
  })

  test('of a picture without any copy is 404', async () => {
    expect((await fetch(`${(await shown()).here.url}/media/media.example/igi/b.huge`)).status).toBe(404)
  })
})
