import { createServer, request, type Server } from 'node:http'
import { hostOf } from '../crawl/server.ts'

/** Forwards this number of requests, and then holds the next ones. */
export async function dyingProxy(endpoint: string, after: number): Promise<{ endpoint: string; reached: Promise<boolean> }> {
  const { promise: reached, resolve: reach } = Promise.withResolvers<boolean>()
  let count = 0
  const server: Server = createServer((incoming, outgoing) => {
    const pass = () => {
      const target = new URL(incoming.url ?? '', endpoint)
      const onward = request(target, { method: incoming.method, headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    }
    if (++count <= after) {
      pass()
      return
    }
    reach(true)
  })
  return { endpoint: `http://${await hostOf(server)}`, reached }
}
