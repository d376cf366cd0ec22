import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { recordUrl } from '../../src/crawl/endpoints.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { API_PATH } from '../../src/replica/replica.ts'
import { firstSaid, startBenchbook } from '../benchbook.ts'
import { collect, folder, listen, PIXEL, type Server } from '../crawl/server.ts'
import { guide, smallService } from '../crawl/small-service.ts'

const TOKEN = 'tok-5f0c9b1e7d'
const env = { BENCHBOOK_TOKEN: TOKEN }
/** What an admin's token shows about people. */
const ADDRESS = 'ada@people.example'
const ADA = { userid: 7, username: 'Ada', email: ADDRESS, image: null, teams: [3] }

/** A service that requires the token: it contains e-mail addresses wherever it mentions people, and links to another origin. */
function adminsService(other: Server): Promise<Server> {
  return smallService({
    guides: [
      guide(1, { author: ADA, public: false, image: { id: 1, standard: `${other.url}/one` } }),
      guide(2, { author: ADA, url: 'https://repair.example/Guide/-/2', introduction_rendered: `<img src="${other.url}/two"> as Ada says` }),
      guide(3, { comments: [{ commentid: 5, context: 'guide', contextid: 3, author: ADA, text_rendered: 'Well done' }] }),
    ],
    answers: {
      '/users/7': { ...ADA, about_rendered: '<p>I repair</p>' },
      '/users/7/badges': [],
      '/teams': [{ teamid: 3, name: 'Menders', owner: 7, email: ADDRESS }],
      '/teams/3': [ADA],
      '/comments': [{ commentid: 5, context: 'guide', contextid: 3, author: ADA, text_rendered: 'Well done' }],
      '/sites/info': { title: 'Private repairs', 'contact-email': ADDRESS },
    },
    before: ({ headers }, response, { pathname }) => {
      if (headers.authorization !== `api ${TOKEN}`) response.writeHead(401).end()
      else if (pathname === `${API_PATH}/wikis/INFO`) response.writeHead(422).end()
      else return false
      return true
    },
  })
}

/** Every name and byte below a folder; parts of the search index are unpacked. */
async function writtenIn(root: string): Promise<string> {
  const files = await Array.fromAsync(filesBelow(root))
  expect(files.length).toBeGreaterThan(3)
  const texts = files.map(async (file) => {
    const bytes = await readFile(join(root, file))
    return `${file}\n${(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1')}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** Paths of a site's files and of everything a cache can answer. */
async function pathsOf(cache: string, site: string): Promise<string[]> {
  const files = (await Array.fromAsync(filesBelow(site))).map((file) => `/${file}`)
  const records = (await collect((await openCache(cache)).keys())).map((key) => recordUrl(API_PATH, key))
  const lists = ['guides?limit=200', 'guides?includePrivate=true', 'users', 'teams', 'comments', 'tags']
  lists.push('search/Ada', 'users/search/Ada', 'user')
  return [...files, ...records, ...lists.map((path) => `${API_PATH}/${path}`), '/nowhere', `${API_PATH}/nowhere`]
}

/** All that `serve --api` prints and sends, with the token and without. */
async function served(cache: string, site: string): Promise<string> {
  const started = startBenchbook(['serve', '--api', '--port', '0', '--out', site, '--cache', cache], { env })
  const origin = `http://localhost:${/localhost:(\d+)/.exec(await firstSaid(started))?.[1] ?? ''}`
  const answers: string[] = []
  for (const path of await pathsOf(cache, site))
    for (const headers of [{}, { authorization: `api ${TOKEN}` }]) {
      const answer = await fetch(origin + path, { headers })
      answers.push(path, JSON.stringify([...answer.headers]), Buffer.from(await answer.arrayBuffer()).toString('latin1'))
    }
  started.child.kill('SIGINT')
  const { stdout, stderr } = await started.ended
  return [stdout, stderr, ...answers].join('\n')
}

const saidIn = ({ url = '', rawHeaders }: IncomingMessage): string => `${url}\n${rawHeaders.join('\n')}`

const WAYS: readonly [string, string[]][] = [
  ['', []],
  ['and --include-private', ['--include-private']],
]
test.each(WAYS)('crawl, build, report and serve %s reveal neither token nor e-mail addresses', async (_, flags) => {
  const other = await listen((_, response) => void response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL))
  const service = await adminsService(other)
  const [cache, site] = [await folder(), join(await folder(), 'site')]
  const said: Record<string, string> = {}
  for (const args of [
    ['crawl', '--source', service.url, '--retries', '0', '--debug', '--summary', join(cache, 'summary.md'), ...flags],
    ['build', '--out', site, '--debug', '--site', 'https://repair.example.org', ...flags],
    ['report'],
    ['report', '--json'],
  ]) {
    const { stdout, stderr } = await startBenchbook([...args, '--cache', cache], { env }).ended
    said[args.join(' ')] = `${stdout}\n${stderr}`
  }
  said.cache = await writtenIn(cache)
  said.site = await writtenIn(site)
  said.served = await served(cache, site)
  said.other = other.requests.map(saidIn).join('\n')
  // Each has some content.
  expect(service.requests.map(saidIn).join('\n')).toContain(TOKEN)
  for (const words of ['Well done', 'Ada', 'I repair'])
    for (const what of ['cache', 'site', 'served'] as const) expect(said[what]).toContain(words)
  expect(said.served).toContain('"commentid":5')
  expect(said.other).toContain('/two')
  expect(said.other.includes('/one')).toBe(flags.length > 0)
  for (const [what, text] of Object.entries(said))
    for (const secret of [TOKEN, ADDRESS]) expect(text.includes(secret), `${secret} in ${what}`).toBe(false)
})
