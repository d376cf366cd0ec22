import { connect } from 'node:net'
import { once } from 'node:events'
import { serveSite } from '../../../src/publish/serve.ts'
import { openCache } from '../../../src/cache/reader.ts'
import { startService } from '../../../src/replica/http/server.ts'
import { API } from '../site.ts'

/** The time limit of a response from a file, with a margin for a busy machine. */
const MAX_ANSWER_MS = 20_000
const RANGES = [
  'bytes=0-9',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-0,2-3',
  'bytes=999999999-',
  'bytes=',
  'lines=1-2',
  `bytes=${'0-1,'.repeat(2_000)}`,
]
const TARGETS = [
  '/',
  '/guide/2/',
  '/no/such/page',
  '/%',
  '/%00',
  '/..%2f..%2fetc/passwd',
  '//x',
  '/guide/404/',
  '/search/?q=%ff',
  `/${'a'.repeat(7_000)}`,
]
const ASKED = [
  '/guides',
  '/guides/2',
  '/guides/404',
  '/wikis/CATEGORY?display=hierarchy',
  '/search/a%00?offset=-1',
  '/users/1',
  '/comments',
  '/nothing',
]

/** Serves a site and its cache and sends various requests, for `files` with ranges too. Returns a line for each failed response. */
export async function servedBadly(site: string, cache: string, files: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const ask = async (origin: string, target: string, headers: Record<string, string> = {}): Promise<void> => {
    const status = await statusOf(origin, target, headers)
    if (!(status >= 200 && status < 500))
      faults.push(`GET ${target.slice(0, 100)} ${JSON.stringify(headers).slice(0, 100)}: ${status || 'no answer'}`)
  }
  const pages = await serveSite(site, { base: '/', port: 0 })
  try {
    for (const target of TARGETS) await ask(pages.origin, target)
    for (const range of RANGES) for (const file of files) await ask(pages.origin, `/${encodeURI(file)}`, { range })
    await ask(pages.origin, '/', { 'if-none-match': '"'.repeat(2_000), 'if-modified-since': 'never', 'accept-encoding': 'br;q=x' })
  } finally {
    pages.close()
  }
  const service = await startService(await openCache(cache), { onError: (error) => faults.push(`The API: ${String(error)}`) })
  try {
    for (const path of ASKED) await ask(service.url, API + path)
  } finally {
    await service.close()
  }
  return faults
}

/** The status of a complete response; 0 if there is none. Uses no HTTP client, as it would normalize the target. */
async function statusOf(origin: string, target: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), timeout: MAX_ANSWER_MS })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.once('timeout', () => socket.destroy(new Error('No answer in time')))
  const fields = Object.entries({ host, connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${target} HTTP/1.1\r\n${fields.join('')}\r\n`)
  try {
    await once(socket, 'close')
  } catch {
    return 0 // reset, or timed out
  }
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(Buffer.concat(chunks.slice(0, 1)).toString('latin1'))?.[1] ?? 0)
}
