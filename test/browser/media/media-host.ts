import { createServer } from 'node:http'
import { listen } from '../../../src/http/listen.ts'
import { sendSiteFile } from '../../../src/publish/serve.ts'

export type MediaHost = Awaited<ReturnType<typeof startMediaHost>>

/** Another origin, with the media of a site below `/m/`. */
export async function startMediaHost() {
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    host.asked.push(url)
    if (host.isGone) return void request.socket.destroy()
    if (host.letsRead) response.setHeader('access-control-allow-origin', '*')
    const onMissing = () => void response.writeHead(404).end()
    if (!url.startsWith('/m/')) return onMissing()
    sendSiteFile(request, response, { root: host.folder, path: url.slice('/m'.length), onMissing })
  })
  const host = {
    /** The folder of the media; may be set while the host is running. */
    folder: '',
    isGone: false,
    /** Whether pages of other origins may read what they show. */
    letsRead: true,
    asked: [] as string[],
    /** The value of `--media-base`. */
    base: `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}/m/`,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
  return host
}
