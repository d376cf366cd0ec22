import { createServer, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { RequestError } from '../../src/errors.ts'
import { Guard, type Resolve } from '../../src/fetch/guard.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { clientFor, folder, hostOf, listen, MEDIA } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'

/** A proxy that records its requests, and resolves every name to this machine. */
async function startProxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server: Server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const { port, pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    incoming.pipe(
      request({ port, path: pathname + search, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  server.on('connect', (incoming, socket, head: Buffer) => {
    asked.push(`CONNECT ${incoming.url}`)
    const target = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      target.write(head)
      target.pipe(socket).pipe(target)
    })
    for (const end of [socket, target]) end.on('error', () => [socket, target].forEach((other) => other.destroy()))
  })
  return { url: `http://${await hostOf(server)}`, asked }
}

test('a crawl uses the proxy from the environment, except for hosts in NO_PROXY', async () => {
  const proxy = await startProxy()
  const service = await smallService({ guides: guides(2) })
  const crawlWith = async (env: NodeJS.ProcessEnv) =>
    benchbookHere(['crawl', '--source', service.url, '--cache', await folder(), '--retries', '0'], { env })
  expect(await crawlWith({ HTTP_PROXY: proxy.url })).toMatchObject({ code: 0 })
  expect(proxy.asked).toContain(`GET ${service.url}/api/2.0/guides/1?excludePrerequisiteSteps`)
  proxy.asked.length = 0
  expect(await crawlWith({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' })).toMatchObject({ code: 0 })
  expect(proxy.asked).toEqual([])
})

test.for(['HTTP_PROXY', 'http_proxy'])('a proxy of %s that does not answer is named, without its password', async (variable) => {
  const env = { [variable]: 'http://me:secret@127.0.0.1:1' }
  const args = ['crawl', '--source', 'http://repair.example', '--cache', await folder(), '--retries', '0']
  const { code, stderr } = await benchbookHere(args, { env })
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`through the proxy 127.0.0.1:1 of ${variable}`) as string,
  })
  expect(stderr).toContain('Check the proxy, and whether NO_PROXY should name repair.example.')
  expect(stderr).not.toContain('secret')
})

/** A proxy that answers everything with a status, also CONNECT requests. */
async function refusing(status: number): Promise<{ url: string; asked: () => number }> {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.writeHead(status).end()
  })
  server.on('connect', (_, socket) => {
    asked++
    socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
  })
  return { url: await hostOf(server), asked: () => asked }
}

test.for(['http', 'https'])('a proxy that requires a password ends a crawl over %s at once, with what to do', async (scheme) => {
  const { url, asked } = await refusing(407)
  const variable = `${scheme.toUpperCase()}_PROXY`
  // As for curl, without a scheme.
  const env = { [variable]: `me:wrong@${url}` }
  const args = ['crawl', '--source', `${scheme}://repair.example`, '--cache', await folder(), '--json']
  const { code, stdout } = await benchbookHere(args, { env })
  expect(code).toBe(2)
  expect(stdout).not.toContain('wrong')
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'ERR_PROXY', message: expect.stringContaining(`as in http://NAME:PASSWORD@${url}`) as string },
  })
  expect(asked()).toBe(1)
})

test('a proxy that refuses a host is not asked again for each try', async () => {
  const { url, asked } = await refusing(403)
  vi.stubEnv('HTTPS_PROXY', url)
  const client = clientFor('https://repair.example', { retries: 5 })
  await expect(client.get('https://pictures.example/1.jpg', MEDIA)).rejects.toMatchObject({
    message: expect.stringContaining(`the proxy ${url} of HTTPS_PROXY does not connect to it (403)`) as string,
  })
  expect(asked()).toBe(1)
})

test('an invalid address of a proxy is refused by the name of its variable', async () => {
  const args = ['crawl', '--source', 'https://repair.example', '--cache', await folder()]
  const { code, stderr } = await benchbookHere(args, { env: { HTTPS_PROXY: 'socks5://me:secret@127.0.0.1:1' } })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'benchbook: HTTPS_PROXY is no address of a proxy for HTTP. Write it as http://proxy.example.org:8080.\n',
  })
})

test('addresses in a private network that the service leads to are not requested from a proxy', async () => {
  const proxy = await startProxy()
  vi.stubEnv('HTTP_PROXY', proxy.url)
  const service = await listen((_, response) => void response.end('well'))
  const client = clientFor(service.url, { retries: 0 })
  const get = (url: string) => client.get(url, MEDIA)
  expect(await get(service.url)).toHaveLength(1)
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://intranet/'])
    await expect(get(url)).rejects.toMatchObject({ outcome: 'refused' })
  expect(proxy.asked).toEqual([`GET ${service.url}/`])
})

test.for([
  ['public.example', '8.8.8.8', 'admitted'],
  ['inside.example', '10.1.2.3', 'refused'],
  ['unknown.example', undefined, 'admitted'],
  ['printer', undefined, 'refused'],
  ['trusted', undefined, 'admitted'],
  ['repair', undefined, 'admitted'],
] as const)('before the proxy is asked for %s, which is %s here, the host is %s', async ([host, address, expected]) => {
  const resolve: Resolve = (_, done) =>
    address ? done(null, [{ address, family: 4 }]) : done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
  const guard = new Guard('http://repair', ['trusted'], resolve)
  const outcome = await guard.admit(host).then(
    () => 'admitted',
    (error: unknown) => (error instanceof RequestError ? error.outcome : error),
  )
  expect(outcome).toBe(expected)
})
