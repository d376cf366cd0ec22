import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { lookup } from 'mime-types'
import { listen } from '../../../src/http/listen.ts'

/** Requested by browsers themselves. */
const OWN = /^\/(?:favicon\.ico|\.well-known\/)/
const OWN_HOSTS = /\.(?:mozilla\.(?:com|net|org)|firefox\.com|google\.com|googleapis\.com|gvt1\.com)(?::443)?$/

/** The simplest possible host: it sends files of a folder with no header but their types, those of GitHub Pages. No external request leaves the machine. */
export async function startHost(folder: string) {
  /** Requests for other hosts or missing files since it was last emptied: address and referrer. */
  const strange: string[] = []
  const site = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host.invalid').pathname)
    const file = fileAt(folder, path)
    const type = { 'content-type': lookup(file) || 'application/octet-stream' }
    readFile(join(folder, file)).then(
      (bytes) => response.writeHead(200, type).end(bytes),
      () => {
        if (!OWN.test(path)) strange.push(`${request.url ?? ''} from ${request.headers.referer ?? 'somewhere'}`)
        response.writeHead(404).end()
      },
    )
  })
  const proxy = createServer((request, response) => {
    const { url = '' } = request
    if (!OWN_HOSTS.test(URL.parse(url)?.host ?? '')) strange.push(`${url} from ${request.headers.referer ?? 'somewhere'}`)
    response.writeHead(204).end()
  })
  proxy.on('connect', ({ url = '' }, socket) => {
    if (!OWN_HOSTS.test(url)) strange.push(url)
    socket.destroy()
  })
  const [at, through] = [await listenHere(site), await listenHere(proxy)]
  const close = () => {
    for (const server of [site, proxy]) {
      server.closeAllConnections()
      server.close()
    }
  }
  // Browsers send all external requests through the proxy, `host:port`.
  return { url: `http://${at}`, proxy: through, strange, close }
}

/** The file that a static host sends for a path. */
const fileAt = (folder: string, file: string): string =>
  statSync(join(folder, file), { throwIfNoEntry: false })?.isDirectory() ? join(file, 'index.html') : file

const listenHere = async (server: Server): Promise<string> => `127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
