import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { test as base } from './browser.ts'

const PAGES: Record<string, string> = {
  '/fine': '<title>Fine</title>',
  '/console': '<script>console.error("no")</script>',
  '/script': '<script>null.x</script>',
  '/missing': '<img src="/nothing.png">',
  '/policy': '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'"><p style="color: red">red</p>',
  '/foreign': '<img src="http://127.0.0.1:9/x.png">',
}

const test = base.extend('origin', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(url in PAGES ? 200 : url === '/favicon.ico' ? 204 : 404, { 'content-type': 'text/html' }).end(PAGES[url])
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onCleanup(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test('a page without trouble passes', async ({ open, origin }) => {
  const page = await open(`${origin}/fine`)
  await expect.poll(() => page.title()).toBe('Fine')
})

for (const trouble of ['console', 'script', 'missing', 'unmanaged', 'policy']) {
  test.fails(`a page with trouble fails its test: ${trouble}`, async ({ open, origin }) => {
    await open(`${origin}/${trouble}`)
  })
}
