import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends what another service answered, from memory, in its own process: `bare-server.ts URL`. Is told the paths to fetch; then says its address. */
const [url = ''] = process.argv.slice(2)
const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>()

async function take(path: string): Promise<void> {
  const response = await fetch(url + path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  const body = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  answers.set(path, { headers: { 'content-type': type, 'content-length': String(body.length) }, body })
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})

process.once('message', (paths: string[]) => {
  void (async () => {
    for (const path of paths) await take(path)
    server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })()
})
