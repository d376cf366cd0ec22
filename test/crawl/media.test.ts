import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { PIXEL, type Server } from './server.ts'
import { crawlSmall, guide, type SmallService } from './small-service.ts'

const PAGE = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>robot?')
const PDF = '%PDF-1.7 a page'
const MP4 = Buffer.from('\0\0\0\x18ftypmp42 and pictures that move')

const withPicture = (guideid: number, image: Record<string, string>) => guide(guideid, { image: { id: guideid, ...image } })

const crawlGuides = (
  guides: ReturnType<typeof guide>[],
  options: Partial<CrawlOptions> = {},
  instead: SmallService['instead'] = () => undefined,
) => crawlSmall({ guides, instead, options: { retries: 1, ...options } })

const mediaAsked = ({ asked }: Server) => asked.filter((path) => path.startsWith('/media/')).sort()

test('the chosen sizes are copied, each address once, however many records show it', async () => {
  const image = Object.fromEntries(['thumbnail', 'standard', 'medium', 'large', 'huge'].map((size) => [size, `/media/a.${size}`]))
  const guides = [1, 2, 3].map((id) => withPicture(id, image))
  const { service, counts } = await crawlGuides(guides, { sizes: ['standard', 'large'] })
  expect(mediaAsked(service)).toEqual(['/media/a.large', '/media/a.standard'])
  expect(counts.picture).toMatchObject({ fetched: 2, gone: 0, failed: 0, bytes: 2 * PIXEL.length })
})

test('a missing size falls back to the next, whose address is found again', async () => {
  const { service, counts, reader } = await crawlGuides(
    [withPicture(1, { medium: '/media/a.medium', large: '/media/a.large', huge: '/media/a.huge' })],
    { sizes: ['large'] },
    (path) => /a\.(large|huge)$/.test(path) && 404,
  )
  expect(mediaAsked(service)).toEqual(['/media/a.huge', '/media/a.large', '/media/a.medium'])
  expect(counts.picture).toMatchObject({ fetched: 1, gone: 0, failed: 0 })
  expect(reader.media('/media/a.medium')).toMatchObject({ width: 1, height: 1 })
})

test('a picture without any size is gone; a failed one is listed with its address and reason', async () => {
  const guides = [
    withPicture(1, { large: '/media/gone' }),
    withPicture(2, { large: '/media/broken' }),
    withPicture(3, { large: '/media/page' }),
  ]
  const { service, counts, failures } = await crawlGuides(
    guides,
    { sizes: ['large'] },
    (path) => ({ '/media/gone': 404, '/media/broken': 500, '/media/page': PAGE })[path],
  )
  expect(counts.picture).toMatchObject({ fetched: 0, gone: 1, failed: 2 })
  expect(failures.map(({ kind, url }) => [kind, url]).sort()).toEqual([
    ['picture', `${service.url}/media/broken`],
    ['picture', `${service.url}/media/page`],
  ])
})

test('a file answered by a page is requested three times, a failing one as often as `retries`', async () => {
  const { service } = await crawlGuides(
    [withPicture(1, { large: '/media/page' }), withPicture(2, { large: '/media/broken' })],
    { sizes: ['large'], retries: 4, firstBackoffMs: 1 },
    (path) => ({ '/media/broken': 500, '/media/page': PAGE })[path],
  )
  const asked = Object.groupBy(mediaAsked(service), (path) => path)
  expect([asked['/media/page']?.length, asked['/media/broken']?.length]).toEqual([3, 5])
})

test.each([
  ['first', '/media/a.large'],
  ['second', '/media/a.huge'],
  ['last', '/media/a.medium'],
])('a picture whose %s size fails temporarily has failed, though all others are gone', async (_, broken) => {
  const image = { medium: '/media/a.medium', large: '/media/a.large', huge: '/media/a.huge' }
  const { service, counts, failures } = await crawlGuides(
    [withPicture(1, image)],
    { sizes: ['large'], retries: 0 },
    (path) => path.startsWith('/media/') && (path === broken ? 500 : 404),
  )
  expect(mediaAsked(service)).toHaveLength(3)
  expect(counts.picture).toMatchObject({ fetched: 0, gone: 0, failed: 1 })
  expect(failures).toMatchObject([{ kind: 'picture', url: service.url + broken }])
})

describe('for zooming in', () => {
  const sizes = (name: string, ...all: string[]) => Object.fromEntries(all.map((size) => [size, `/media/${name}.${size}`]))
  const withStep = (...data: object[]) =>
    guide(1, { image: { id: 1, ...sizes('title', 'large', 'huge') }, steps: [{ stepid: 1, media: { type: 'image', data }, lines: [] }] })

  test('the pictures of steps are copied in one more size, the original if that is missing', async () => {
    const guides = [withStep(sizes('a', 'large', 'huge', 'original'), sizes('b', 'large', 'original'), sizes('c', 'large'))]
    const { service, counts } = await crawlGuides(guides, { sizes: ['large'], zoomSize: 'huge' })
    expect(mediaAsked(service)).toEqual(
      ['a.huge', 'a.large', 'b.large', 'b.original', 'c.large', 'title.large'].map((name) => `/media/${name}`),
    )
    expect(counts.picture).toMatchObject({ fetched: 6, gone: 0, failed: 0 })
    const original = await crawlGuides(guides, { sizes: ['large'], zoomSize: 'original' })
    expect(mediaAsked(original.service)).toContain('/media/a.original')
    expect(mediaAsked(original.service)).not.toContain('/media/a.huge')
  })

  test('an original that is too heavy is left out without a failure', async () => {
    const guides = [withStep(sizes('a', 'large', 'original'))]
    const heavy = (response: ServerResponse) => response.writeHead(200, { 'content-length': '10000001' }).flushHeaders()
    const { counts, failures, reader } = await crawlGuides(
      guides,
      { sizes: ['large'], zoomSize: 'huge' },
      (path) => path === '/media/a.original' && heavy,
    )
    expect([failures, counts.picture]).toMatchObject([[], { failed: 0, gone: 0 }])
    expect([reader.media('/media/a.original'), reader.media('/media/a.large')]).toMatchObject([undefined, { width: 1 }])
  })
})

const EVERYTHING = guide(1, {
  introduction_rendered: `<img src="/media/in-text.png"><img data-src=/media/lazy.png>
    <div videoid=xzoen7x46qI class='youtube-player' style='background-image:url("/media/poster.jpg")'></div>
    <video poster="/media/film.jpg"><source src="/media/film.mp4"></video><img src="data:image/gif;base64,R0lG"><img src="file:///etc/passwd">`,
  author: { userid: 7, username: 'A', image: { thumbnail: '/media/face.thumbnail', large: '/media/face.large' } },
  tools: [{ text: 'Pliers', thumbnail: '/media/pliers.jpg' }],
  documents: [{ url: '/media/page', download_url: '/media/plan.pdf' }],
  steps: [
    {
      stepid: 1,
      lines: [{ text_rendered: '<a href="/Document/abc/manual.pdf">manual</a>' }],
      media: { type: 'image', data: [{ standard: '/media/step.jpg' }] },
    },
    {
      stepid: 2,
      lines: [],
      media: {
        type: 'video',
        data: {
          image: { image: { standard: '/media/still.jpg' } },
          encodings: [
            { url: '/media/big.mp4', format: 'mp4', height: 2160 },
            { url: '/media/good.mp4', format: 'mp4', height: 1080 },
            { url: '/media/small.mp4', format: 'mp4', height: 360 },
            { url: '/media/good.webm', format: 'webm', height: 720 },
          ],
        },
      },
    },
  ],
})

const PICTURES = ['face.thumbnail', 'film.jpg', 'in-text.png', 'lazy.png', 'pliers.jpg', 'poster.jpg', 'step.jpg', 'still.jpg']
const FILES = ['film.mp4', 'good.mp4', 'good.webm', 'plan.pdf']

test.each([
  ['none', []],
  ['pictures', PICTURES],
  ['all', [...PICTURES, ...FILES]],
] as const)('--media %s copies exactly these, wherever a file is named', async (media, names) => {
  const { service, failures } = await crawlGuides([EVERYTHING], { media, sizes: ['standard'] }, (path) => {
    const file = /\.(mp4|webm)$/.test(path) ? MP4 : path.endsWith('.pdf') && PDF
    return file && ((response) => response.end(file))
  })
  expect(mediaAsked(service)).toEqual(names.map((name) => `/media/${name}`).sort())
  expect(service.asked.includes('/Document/abc/manual.pdf')).toBe(media === 'all')
  expect(failures).toEqual([])
})

test('a picture in a data URL is copied without a request, an invalid one is gone', async () => {
  const inline = `data:image/png;base64,${PIXEL.toString('base64')}`
  const none = `data:image/png;base64,${'A'.repeat(500)}`
  const drawing = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4"/></svg>'
  const text = [inline, none, drawing].map((src) => `<img src='${src}'>`).join('')
  const { service, counts, reader } = await crawlGuides([guide(1, { introduction_rendered: text })])
  expect(mediaAsked(service)).toEqual([])
  expect(counts.picture).toMatchObject({ fetched: 2, gone: 1, failed: 0 })
  expect(reader.media(inline)).toMatchObject({ width: 1, height: 1 })
  expect(reader.media(drawing)?.file).toMatch(/\.svg$/)
})
