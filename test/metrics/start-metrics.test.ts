import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startMetrics } from '../../src/metrics/start-metrics.ts'
import { metricsHere, scrape } from './scrape.ts'

const OF = { command: 'crawl', version: '1.2.3' }

test('only /metrics is answered, and only to who reads', async () => {
  const { url } = await metricsHere()
  const statusOf = async (address: string, method = 'GET') => (await fetch(address, { method })).status
  expect(await Promise.all([statusOf(url), statusOf(`${url}?x=1`), statusOf(url, 'HEAD')])).toEqual([200, 200, 200])
  expect(await Promise.all([statusOf(new URL('/', url).href), statusOf(`${url}/x`), statusOf(url, 'POST')])).toEqual([404, 404, 405])
})

test("on the loopback address a stranger's page reads nothing under its own name", async () => {
  const { url } = await metricsHere()
  const asked = request(url, { headers: { host: 'evil.example' } }).end()
  const [{ statusCode }] = (await once(asked, 'response')) as [{ statusCode: number }]
  expect(statusCode).toBe(421)
})

test('elsewhere whoever scrapes may use any name', async () => {
  const { url, close } = await startMetrics({ host: '0.0.0.0', port: 0, ...OF })
  const asked = request(url, { headers: { host: 'crawler.example.org:9464' } }).end()
  const [{ statusCode }] = (await once(asked, 'response')) as [{ statusCode: number }]
  close()
  expect(statusCode).toBe(200)
})

test('forty scrapers at once, half of them silent, hold up nobody, and all are gone at its end', async () => {
  const running = await metricsHere()
  const port = Number(new URL(running.url).port)
  const silent = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  silent[0]?.write('GET /metrics HTTP/1.1\r\nHo')
  silent[1]?.write('\0\0\0\r\n\r\n')
  await Promise.all(Array.from({ length: 20 }, () => scrape(running.url)))
  const gone = silent.map(async (socket) => {
    if (!socket.closed) await once(socket.resume(), 'close')
  })
  running.close()
  await Promise.all(gone)
  await expect(fetch(running.url)).rejects.toThrow()
})
