import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Requests an address as written, and does not decompress the answer. */
export const ask = (origin: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    get({ hostname, port, path, headers, agent: false }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }), reject)
    }).once('error', reject)
  })

/** The target of a redirect on its host. */
export const locationOf = ({ headers }: Answer, origin: string): string => {
  const url = URL.parse(headers.location ?? '', origin)
  return url?.origin === origin ? url.pathname + url.search : (headers.location ?? '')
}
