import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendSiteFile } from '../../../src/publish/serve.ts'

/** Another origin, with the media of a site below `/m/`. */
export class MediaHost {
  /** The folder of the media; may be set while the host is running. */
  folder = ''
  isGone = false
  /** Whether pages of other origins may read what they show. */
  letsRead = true
  readonly asked: string[] = []
  readonly #server = createServer((request, response) => {
    const url = request.url ?? ''
    this.asked.push(url)
    if (this.isGone) return void request.socket.destroy()
    if (this.letsRead) response.setHeader('access-control-allow-origin', '*')
    const onMissing = () => void response.writeHead(404).end()
    if (!url.startsWith('/m/')) return onMissing()
    sendSiteFile(request, response, { root: this.folder, path: url.slice('/m'.length), onMissing })
  })

  static async start(): Promise<MediaHost> {
    const host = new MediaHost()
    host.#server.listen(0, '127.0.0.1')
    await once(host.#server, 'listening')
    return host
  }

  /** The value of `--media-base`. */
  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/m/`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
