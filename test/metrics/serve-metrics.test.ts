import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveSite } from '../../src/publish/serve.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { valueIn } from './exposition.ts'
import { metricsHere, scrape } from './scrape.ts'

/** A served folder with a small page and a large file, and its metrics. */
async function servedHere() {
  const { meter, url } = await metricsHere()
  const out = await temporaryFolder()
  await mkdir(join(out, 'guide'))
  await writeFile(join(out, 'index.html'), 'Home')
  await writeFile(join(out, 'large.bin'), Buffer.alloc(32e6))
  const watch = meter.serving()
  const site = await serveSite(out, { base: '/', port: 0, api: watch.around(undefined), onRefusedName: watch.refused })
  onTestFinished(site.close)
  const requests = async (status: string) => valueIn(await scrape(url), 'benchbook_serve_requests_total', { status })
  return { url, site, requests }
}

test('requests are counted by the class of their status, and no path is a label', async () => {
  const { url, site, requests } = await servedHere()
  for (let at = 0; at < 20; at++) await (await fetch(`${site.url}missing-${at}`)).text()
  await (await fetch(site.url)).text()
  expect((await fetch(`${site.url}guide`, { redirect: 'manual' })).status).toBe(301)
  expect((await fetch(site.url, { method: 'POST' })).status).toBe(405)
  expect((await fetch(site.url, { headers: { host: 'evil.example' } })).status).toBe(200) // fetch sends its own
  expect(await Promise.all(['2xx', '3xx', '4xx', '5xx', 'aborted'].map(requests))).toEqual([2, 1, 21, 0, 0])
  const families = await scrape(url)
  expect(valueIn(families, 'benchbook_serve_requests_total', { status: '2xx' })).toBe(2)
  expect(families.get('benchbook_serve_request_duration_seconds')?.samples.find(({ name }) => name.endsWith('_count'))?.value).toBe(24)
  expect(JSON.stringify([...families.values()])).not.toContain('missing')
})

test('a request for a name that is not ours counts among the refused', async () => {
  const { site, requests } = await servedHere()
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n').resume()
  await once(socket, 'close')
  expect(await requests('4xx')).toBe(1)
})

test('bytes are those sent on the wire, also over one connection, and of who leaves before the end', async () => {
  const { url, site, requests } = await servedHere()
  const port = Number(new URL(site.url).port)
  const polite = connect(port, '127.0.0.1')
  let received = 0
  polite.on('data', ({ length }: Buffer) => (received += length))
  polite.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => requests('4xx')).toBe(1)
  expect(valueIn(await scrape(url), 'benchbook_serve_sent_bytes_total')).toBe(received)
  polite.destroy()
  const rude = connect(port, '127.0.0.1')
  rude.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(rude, 'readable')
  rude.destroy()
  await expect.poll(() => requests('aborted')).toBe(1)
  const sent = valueIn(await scrape(url), 'benchbook_serve_sent_bytes_total') ?? NaN
  expect(sent).toBeGreaterThan(received)
  expect(sent).toBeLessThan(32e6)
})
