import { createServer } from 'node:http'
import { BYPASS } from '../../../src/app/shell.ts'
import { listen } from '../../../src/http/listen.ts'
import { siteListener } from '../../../src/publish/serve.ts'

/** The state of a host: well, gone, failing, a captive portal at every address, or empty. */
type State = 'well' | 'gone' | 'failing' | 'captured' | 'empty'

export type Host = Awaited<ReturnType<typeof startHost>>

/** A host of a site that can fail in the ways that hosts do, and get another site. */
export async function startHost(folder: string, root: string, mediaBase?: string) {
  let site = siteListener(folder, root, mediaBase)
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(root.length)
    const html = (status: number, text: string) => void response.writeHead(status, { 'content-type': 'text/html' }).end(text)
    host.asked.push(path)
    if (request.headers[BYPASS]) host.toKeep.push(path)
    if (host.state === 'gone') return void request.socket.destroy()
    const other = host.instead?.(path)
    if (other) return void response.writeHead(other.status, { 'content-type': other.type }).end(other.body)
    if (host.state === 'failing') return html(500, '<h1>Broken</h1>')
    if (host.state === 'captured') return html(200, '<h1>Log in to our network</h1>')
    if (host.state === 'empty') return html(404, '<h1>Nothing here</h1>')
    site(request, response)
  })
  const host = {
    state: 'well' as State,
    /** The requested paths, from the root of the site. */
    asked: [] as string[],
    /** Those of them that were requested for keeping. */
    toKeep: [] as string[],
    /** Answers instead of the site. */
    instead: undefined as ((path: string) => { status: number; type: string; body: string } | undefined) | undefined,
    url: `http://localhost:${await listen(server, { host: '127.0.0.1', port: 0 })}${root}`,
    /** Deploys another site. */
    deploy: (folder: string) => void (site = siteListener(folder, root)),
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
  return host
}
