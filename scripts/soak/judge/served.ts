import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { openCache } from '../../../src/cache/reader.ts'
import { serveSite } from '../../../src/publish/serve.ts'
import { startService } from '../../../src/replica/http/server.ts'
import { API } from '../site.ts'

/** The time limit of a response from a file, with a margin for a busy machine. */
const MAX_ANSWER_MS = 20_000
const RANGES = ['bytes=0-9', 'bytes=-1', 'bytes=5-2', 'bytes=0-0,2-3', 'bytes=999999999-', 'lines=1-2', `bytes=${'0-1,'.repeat(2_000)}`]
const PAGES = ['/', '/guide/2/', '/guide/404/', '/no/such/page', '/%00', '/..%2f..%2fetc/passwd', '/search/?q=%ff', `/${'a'.repeat(7_000)}`]
const RECORDS = ['guides', 'guides/2', 'guides/404', 'wikis/CATEGORY?display=hierarchy', 'search/a%00?offset=-1', 'users/1', 'comments']

/** Serves a site and its cache and sends various requests, for `files` with ranges too. Returns a line for each failed response. */
export async function servedBadly(site: string, cache: string, files: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const ask = async (origin: string, path: string, headers: Record<string, string> = {}): Promise<void> => {
    const result = await statusOf(origin, path, headers).catch(String)
    if (typeof result === 'string' || result >= 500)
      faults.push(`GET ${path.slice(0, 100)} ${JSON.stringify(headers).slice(0, 100)}: ${result}`)
  }
  const pages = await serveSite(site, { base: '/', port: 0 })
  try {
    for (const path of PAGES) await ask(pages.origin, path)
    for (const range of RANGES) for (const file of files) await ask(pages.origin, `/${encodeURI(file)}`, { range })
    await ask(pages.origin, '/', { 'if-none-match': '"'.repeat(2_000), 'if-modified-since': 'never', 'accept-encoding': 'br;q=x' })
  } finally {
    pages.close()
  }
  const service = await startService(await openCache(cache), { onError: (error) => faults.push(`The API: ${String(error)}`) })
  try {
    for (const path of RECORDS) await ask(service.url, `${API}/${path}`)
  } finally {
    await service.close()
  }
  return faults
}

/** The status of a complete response. Throws if there is none in time. */
async function statusOf(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(origin)
  const asked = request({ hostname, port, path, headers, agent: false, signal: AbortSignal.timeout(MAX_ANSWER_MS) }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return response.statusCode ?? 0
}
