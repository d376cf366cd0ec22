import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { guardedServer, type Answerer } from '../../src/http/guarded-server.ts'
import { listen } from '../../src/http/listen.ts'

async function start(answer: Answerer, maxPipelined = 100) {
  const server = guardedServer(answer, { maxPipelined })
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const say = async (words: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(words)
    try {
      return await text(socket)
    } catch {
      return 'reset'
    }
  }
  return { say, get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

const request = (path: string, rest = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}\r\n`

test('pipelined requests are answered one after another, in order', async () => {
  let underWay = 0
  let most = 0
  const { say } = await start(async ({ url }, response) => {
    most = Math.max(most, ++underWay)
    await sleep(1)
    underWay--
    response.end(`<${url}>`)
  })
  const paths = Array.from({ length: 50 }, (_, at) => `/${at}`)
  const said = await say(paths.map((path, at) => request(path, at === 49 ? 'Connection: close\r\n' : '')).join(''))
  expect(Array.from(said.matchAll(/<(.*?)>/g), ([, path]) => path)).toEqual(paths)
  expect(most).toBe(1)
})

test('a connection with too many waiting requests is closed, and others are answered', async () => {
  const { say, get } = await start(({ url }, response) => (url === '/wait' ? undefined : response.end('well')), 10)
  expect(await say(request('/wait').repeat(20))).toBe('')
  expect(await (await get('/')).text()).toBe('well')
})

test.for([
  [
    'throws',
    () => {
      throw new Error('Too many files are open.')
    },
  ],
  ['rejects', () => Promise.reject(new Error('Too many files are open.'))],
] as [string, Answerer][])('an answer that %s is 500, reported once, and the server keeps running', async ([, fail]) => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => warned.mockRestore())
  const { get } = await start((asked, response) => (asked.url === '/' ? response.end('well') : fail(asked, response)))
  expect([(await get('/bad')).status, (await get('/bad')).status]).toEqual([500, 500])
  expect(await (await get('/')).text()).toBe('well')
  expect(warned).toHaveBeenCalledTimes(1)
})

test('an answer that fails halfway ends with its connection', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => warned.mockRestore())
  const { get } = await start((asked, response) => {
    if (asked.url === '/') return response.end('well')
    response.writeHead(200, { 'content-length': 100 }).write('a part')
    throw new Error('The file has ended.')
  })
  await expect((async () => (await get('/bad')).text())()).rejects.toThrow()
  expect(await (await get('/')).text()).toBe('well')
})
