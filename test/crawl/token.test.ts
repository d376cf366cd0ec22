import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { textsIn } from './sample.ts'
import { folder, listen, PIXEL, type Server } from './server.ts'
import { guide, smallService } from './small-service.ts'

const TOKEN = 'tok-5f0c9b1e7d'

/** Everything in a request except its body: a crawl sends none. */
const saidIn = ({ url = '', rawHeaders }: IncomingMessage): string => `${url}\n${rawHeaders.join('\n')}`
const saidTo = ({ requests }: Server): string => requests.map(saidIn).join('\n')

async function writtenIn(cache: string): Promise<string> {
  const texts = await textsIn(cache)
  expect(texts.length).toBeGreaterThan(3)
  return texts.join('\n')
}

/** A private service that leads everywhere: to pictures on another origin, directly and by redirect, and to failures. */
const privateService = async (other: Server): Promise<Server> =>
  smallService({
    guides: [
      guide(1, { image: { id: 1, standard: `${other.url}/direct` } }),
      guide(2, { image: { id: 2, standard: '/media/moved' } }),
      guide(3, { image: { id: 3, standard: '/media/broken' }, introduction_rendered: `<img src="${other.url}/in-a-text">` }),
      guide(4),
    ],
    before: (request, response, { pathname }) => {
      if (request.headers.authorization !== `api ${TOKEN}`) response.writeHead(401).end()
      else if (pathname === '/media/moved') response.writeHead(302, { location: `${other.url}/moved` }).end()
      else if (pathname === '/media/broken') response.writeHead(422).end()
      else if (pathname === '/api/2.0/guides/4') response.writeHead(302, { location: `${other.url}/api/2.0/guides/4` }).end()
      else return false
      return true
    },
  })

test.each([[[]], [['--json']], [['--debug']]])('the token is sent to the source and nowhere else, with %j', async (flags) => {
  const other = await listen((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(301, { location: '/robots-here' }).end()
    else response.end(request.url === '/robots-here' ? '' : PIXEL)
  })
  const service = await privateService(other)
  const cache = await folder()
  const args = ['crawl', '--source', service.url, '--cache', cache, '--retries', '0', '--sizes', 'standard', ...flags]
  const { code, stdout, stderr } = await benchbookHere(args, { env: { BENCHBOOK_TOKEN: TOKEN } })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toContain('/media/broken')
  expect(saidTo(service)).toContain(TOKEN)
  expect(other.asked).toEqual(expect.arrayContaining(['/direct', '/moved', '/in-a-text', '/robots-here']))
  for (const text of [stdout, stderr, saidTo(other), await writtenIn(cache)]) expect(text).not.toContain(TOKEN)
})

test('an error about the token does not show it', async () => {
  const service = await listen((_, response) => response.writeHead(401).end())
  const args = ['crawl', '--source', service.url, '--cache', await folder(), '--debug']
  const { code, stdout, stderr } = await benchbookHere(args, { env: { BENCHBOOK_TOKEN: TOKEN } })
  expect(code).toBe(2)
  expect(stderr).toContain('The token was not accepted')
  expect(stdout + stderr).not.toContain(TOKEN)
})

test.for([
  ['401', 'to strangers', true],
  ['403', 'to strangers', true],
  ['a web page', 'to strangers', true],
  ['its guides', 'to everybody', undefined],
] as const)('a service that answers %s %s gives a cache that states so', async ([answer, , isPrivateSite]) => {
  const service = await smallService({
    guides: [guide(1)],
    instead: (_, __, { headers }) => {
      if (headers.authorization || answer === 'its guides') return false
      const page = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>')
      return answer === 'a web page' ? page : Number(answer)
    },
  })
  const cache = await folder()
  expect((await benchbookHere(['crawl', '--source', service.url, '--cache', cache], { env: { BENCHBOOK_TOKEN: TOKEN } })).code).toBe(0)
  expect((await openCache(cache)).manifest.isPrivateSite).toBe(isPrivateSite)
})

test('a token echoed by the service is neither stored nor printed', async () => {
  const other = await listen((_, response) => void response.writeHead(404, { 'content-type': TOKEN }).end(TOKEN))
  const service = await smallService({
    guides: [
      guide(1, { introduction_rendered: `<p>Your token is ${TOKEN}, and <img src="/media/${TOKEN}">` }),
      guide(2, { image: { id: 2, standard: '/media/moved' } }),
      guide(3),
      guide(4),
      guide(5),
    ],
    before: (_, response, { pathname }) => {
      response.setHeader('etag', `"${TOKEN}"`)
      if (pathname === '/media/moved') response.writeHead(302, { location: `${other.url}/${TOKEN}?again=${TOKEN}` }).end()
      else if (pathname === '/api/2.0/guides/3') response.writeHead(302, { location: `/${TOKEN}` }).end()
      else if (pathname === '/api/2.0/guides/4') response.writeHead(200, { 'content-type': `text/${TOKEN}` }).end('x')
      else if (pathname === '/api/2.0/guides/5') response.writeHead(200, { 'content-encoding': TOKEN }).end('x')
      else return false
      return true
    },
  })
  const cache = await folder()
  const run = startBenchbook(['crawl', '--source', service.url, '--cache', cache, '--retries', '0'], { env: { BENCHBOOK_TOKEN: TOKEN } })
  const { stdout, stderr } = await run.ended
  expect(stdout + stderr).toContain('[token]')
  expect(stdout + stderr).not.toContain(TOKEN)
  const written = await writtenIn(cache)
  expect(written).toContain('Your token is [token]')
  expect(written).not.toContain(TOKEN)
})
