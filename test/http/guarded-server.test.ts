import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { guardedServer, type Limits } from '../../src/http/guarded-server.ts'
import { listen, originOf } from '../../src/http/listen.ts'
import { stillClock } from '../fake-time.ts'

const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x')

/** A server with these limits, and raw connections to it. */
async function start(limits: Partial<Limits>, watch?: (server: Server) => void): Promise<() => Socket> {
  const server = guardedServer((request, response) => response.end(request.url === '/large' ? LARGE : 'well'), limits)
  watch?.(server)
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
}

/** Requests a large file, and does not read it. */
function slowReader(open: () => Socket): Socket {
  const socket = open()
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

/** Also when the other side resets it. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const HELLO = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

async function answered(socket: Socket): Promise<boolean> {
  socket.write(HELLO)
  return /^HTTP\/1\.1 200 [^]*well$/.test(await text(socket).catch(() => ''))
}

test('a connection that the system cannot accept does not end the server, and is reported', async () => {
  const server = guardedServer((_, response) => response.end('well'))
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  // As Node reports it (net.js, onconnection); a test cannot use up the sockets of a machine.
  server.emit('error', Object.assign(new Error('accept ENFILE'), { code: 'ENFILE' }))
  expect(warn).toHaveBeenCalledTimes(1)
  expect(await text(connect(port, '127.0.0.1').end(HELLO))).toContain('well')
})

// Node itself would wait for minutes: if a connection is not closed, the test times out.
test.each<[string, Partial<Limits>, first: string, drip: string, answer: RegExp]>([
  ['says nothing is let go', { headersTimeoutMs: 100, requestTimeoutMs: 200, idleTimeoutMs: 300 }, '', '', /^/],
  ['drips its headers gets 408', { headersTimeoutMs: 200, requestTimeoutMs: 400 }, 'GET / HTTP/1.1\r\nX-Slow: ', 'X', /^HTTP\/1\.1 408 /],
  [
    'drips the body of its request is let go',
    { headersTimeoutMs: 100, requestTimeoutMs: 300 },
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n',
    'x',
    /^/,
  ],
])('a client that %s', async (_, limits, first, drip, answer) => {
  const socket = (await start(limits))()
  const dripping = setInterval(() => void socket.write(drip), 20)
  onTestFinished(() => clearInterval(dripping))
  socket.write(first)
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await closed(socket)
  expect(said).toMatch(answer)
})

test.each<[string, Partial<Limits>, request: string, status: number]>([
  ['headers that are too long', { maxHeaderBytes: 4096 }, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(5000)}\r\n\r\n`, 431],
  ['what is no HTTP', {}, 'hello\r\n\r\n', 400],
])('an error response is sent for %s', async (_, limits, request, status) => {
  const socket = (await start(limits))()
  socket.write(request)
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('a client that does not read its answer is disconnected', async () => {
  const gone = Promise.withResolvers<unknown>()
  const watch = (server: Server) => server.on('connection', (held) => held.once('close', gone.resolve))
  const socket = slowReader(await start({ idleTimeoutMs: 300 }, watch))
  await gone.promise
  socket.resume()
  let bytes = 0
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await closed(socket)
  expect(bytes).toBeLessThan(LARGE.length)
})

test('the last of too many connections are closed, and there is room again after others end', async () => {
  const open = await start({ maxConnections: 3, graceMs: 3_600_000 })
  const held = Array.from({ length: 3 }, open)
  await Promise.all(held.map((socket) => once(socket, 'connect')))
  const fourth = open()
  fourth.write(HELLO)
  expect(await text(fourth).catch(() => '')).toBe('')
  for (const socket of held) socket.destroy()
  await expect.poll(() => answered(open())).toBe(true)
})

test('slow and silent clients block nobody: the longest connected gives way', async () => {
  const pass = stillClock()
  const asked: unknown[] = []
  const watch = (server: Server) => server.on('connection', (one) => asked.push(one)).on('request', (one) => asked.push(one))
  const open = await start({ maxConnections: 4, graceMs: 100 }, watch)
  const slow = Array.from({ length: 2 }, () => slowReader(open))
  const still = Array.from({ length: 2 }, open)
  await expect.poll(() => asked).toHaveLength(slow.length + still.length + slow.length)
  pass(100)
  for (let asker = 0; asker < 8; asker++) {
    expect(await answered(open())).toBe(true)
    pass(100)
  }
})

test('five hundred and twenty slow readers block nobody from a server with default limits', async () => {
  const pass = stillClock()
  const open = await start({})
  const slow = Array.from({ length: 520 }, () => slowReader(open))
  await Promise.all(slow.slice(0, 500).map((socket) => once(socket, 'connect')))
  expect(await answered(open())).toBe(false)
  for (let asker = 0; asker < 20; asker++) {
    pass(2000)
    expect(await answered(open())).toBe(true)
  }
})

test.for([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['guides.example', 'http://guides.example:80'],
] as const)('a server listening on %s is reached at %s', ([host, origin]) => {
  expect(originOf(host, 80)).toBe(origin)
})

test('listening on an address of another machine gives an error', async () => {
  const server = guardedServer(() => undefined)
  const listening = listen(server, { host: '203.0.113.7', port: 0 })
  await expect(listening).rejects.toThrow('203.0.113.7 is no address of this machine. Choose one with `host`')
  await expect(listening).rejects.toMatchObject({ code: 'ERR_LISTEN', facts: { option: 'host', host: '203.0.113.7', port: 0 } })
})
