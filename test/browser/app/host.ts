import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { BYPASS } from '../../../src/app/shell.ts'
import { siteListener } from '../../../src/publish/serve.ts'

/** The state of a host: well, gone, failing, a captive portal at every address, or empty. */
type State = 'well' | 'gone' | 'failing' | 'captured' | 'empty'

/** A host of a site that can fail in the ways that hosts do, and get another site. */
export class Host {
  state: State = 'well'
  /** The requested paths, from the root of the site. */
  readonly asked: string[] = []
  /** Those of them that were requested for keeping. */
  readonly toKeep: string[] = []
  /** Answers instead of the site. */
  instead: ((path: string) => { status: number; type: string; body: string } | undefined) | undefined
  #site: RequestListener
  readonly #root: string
  readonly #server = createServer((request, response) => {
    const path = (request.url ?? '').slice(this.#root.length)
    this.asked.push(path)
    if (request.headers[BYPASS]) this.toKeep.push(path)
    if (this.state === 'gone') return void request.socket.destroy()
    const other = this.instead?.(path)
    if (other) return void response.writeHead(other.status, { 'content-type': other.type }).end(other.body)
    if (this.state === 'failing') return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Broken</h1>')
    if (this.state === 'captured')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to our network</h1>')
    if (this.state === 'empty') return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>')
    this.#site(request, response)
  })

  private constructor(folder: string, root: string, mediaBase?: string) {
    this.#root = root
    this.#site = siteListener(folder, root, mediaBase)
  }

  static async start(folder: string, root: string, mediaBase?: string): Promise<Host> {
    const host = new Host(folder, root, mediaBase)
    host.#server.listen(0, '127.0.0.1')
    await once(host.#server, 'listening')
    return host
  }

  /** Deploys another site. */
  deploy(folder: string): void {
    this.#site = siteListener(folder, this.#root)
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}${this.#root}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
