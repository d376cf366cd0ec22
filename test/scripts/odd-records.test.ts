import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { listen } from '../../src/http/listen.ts'
import { benchbook, type Ended } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { PIXEL } from '../crawl/server.ts'
import { ask, startUntilTestEnds } from '../replica/peer.ts'

/** Their hashes share the first 32 bits. */
const TWINS = ['Kettle==!*?!', 'Kettle)=!,.!']
const CATEGORIES = ['Kettle', 'constructor', 'toString', ...TWINS]

const guideOf = (guideid: number, odd: object = {}) => ({
  ...{ guideid, title: `Mend ${guideid}`, category: 'Kettle', type: 'replacement', difficulty: 'Easy', public: true, locale: 'en' },
  ...{ langid: 'en', modified_date: 1_700_000_000, author: { userid: 404, username: 'Nina' } },
  steps: [{ stepid: guideid, orderby: 1, title: '', lines: [{ text_rendered: `Turn screw ${guideid}`, bullet: 'black', level: 0 }] }],
  ...odd,
})
const FRAME = `data:image/gif;base64,${PIXEL.toString('base64')}`
const GUIDES = [
  guideOf(1),
  guideOf(10, {
    steps: [
      {
        ...{ stepid: 10, orderby: 1, title: '', lines: [{ text_rendered: 'Turn screw 10', bullet: 'black', level: 0 }] },
        media: { type: 'video', data: { videoid: 1, encodings: [], image: { image: { id: 1, standard: FRAME } } } },
      },
    ],
  }),
  guideOf(2, { langid: 'English (US)' }),
  guideOf(3, { modified_date: 1e13 }),
  guideOf(4, { title: ' ' }),
  guideOf(5, { category: 'constructor' }),
  guideOf(6, { category: 'toString' }),
  guideOf(7, { category: '\ud800' }),
  ...TWINS.map((category, at) => guideOf(8 + at, { category })),
  guideOf(404),
  guideOf(500),
]

function answerTo(path: string): unknown {
  const [, kind = '', id = ''] = /^\/api\/2\.0\/(\w+)(?:\/(.*))?$/.exec(path) ?? []
  if (kind === 'guides')
    return id ? GUIDES.find(({ guideid }) => String(guideid) === id) : GUIDES.map((guide) => ({ ...guide, steps: undefined }))
  if (kind === 'categories') return Object.fromEntries([...CATEGORIES, '\ud800'].map((title) => [title, null]))
  if (kind === 'users' && id === '404') return { userid: 404, username: 'Nina', about_rendered: '<p>Mends all</p>' }
  const title = decodeURIComponent(/^CATEGORY\/(.*)$/.exec(id)?.[1] ?? '')
  if (kind === 'wikis' && CATEGORIES.includes(title))
    return { wikiid: CATEGORIES.indexOf(title) + 1, namespace: 'CATEGORY', title, contents_rendered: `<p>All about ${title}.</p>` }
  if (kind === 'wikis' && id === 'CATEGORY') return CATEGORIES.map((name, at) => ({ wikiid: at + 1, namespace: 'CATEGORY', title: name }))
  return undefined
}

const folder = folderForAll()
let ended: Ended
beforeAll(async () => {
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const answer = answerTo(pathname)
    const isLater = Array.isArray(answer) && Number(searchParams.get('offset') ?? 0) > 0
    response
      .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isLater ? [] : (answer ?? {})))
  })
  const source = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
  ended = await benchbook(['export', '--source', source, '--cache', join(folder, 'cache'), '--out', join(folder, 'dist')])
  server.close()
})

const page = (path: string): Promise<string> => readFile(join(folder, 'dist', path, 'index.html'), 'utf8')

test('a site with odd records is exported without an error', () => {
  // This service has few of the lists.
  expect({ code: ended.code, stderr: ended.stderr.replace(/^Note: .*\n/gm, '') }).toEqual({ code: 0, stderr: '' })
})

test('each guide has its page, also one whose id is a status code', async () => {
  for (const { guideid } of GUIDES) expect(await page(`guide/${guideid}`)).toContain(`Turn screw ${guideid}`)
  expect(await page('user/404')).toContain('Mends all')
})

test('a video without a file shows its preview picture', async () => {
  expect(await page('guide/10')).toMatch(/<figure class="video"><img src="\/media\/[^"]+\.gif" width="1" height="1" alt=""/)
})

test('each category has its own page, also those named like an object property and those with similar names', async () => {
  const pages = (await Array.fromAsync(filesBelow(join(folder, 'dist/category')))).filter((file) => file.endsWith('index.html'))
  const htmls = await Promise.all(pages.map((file) => readFile(join(folder, 'dist/category', file), 'utf8')))
  for (const title of CATEGORIES) expect([title, htmls.filter((html) => html.includes(`All about ${title}.`)).length]).toEqual([title, 1])
})

test('the read-only API answers two similar names each with its own text', async () => {
  const service = await startUntilTestEnds(join(folder, 'cache'))
  for (const title of TWINS) {
    const { body } = await ask(service, `/wikis/CATEGORY/${encodeURIComponent(title)}`)
    expect(body).toMatchObject({ title, contents_rendered: `<p>All about ${title}.</p>` })
  }
})
