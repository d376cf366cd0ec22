import type { Stats } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import send from 'send'

export interface SentFile {
  root: string
  /** Below `root`, with a slash at its start and encoded as in an address. */
  path: string
  headers: OutgoingHttpHeaders
  /** Endings to try where there is no such file: `html`. */
  extensions?: string[]
  /** Called in place of an answer where there is no such file, or a folder. */
  onMissing: () => void
}

/** Answers with a file: conditions, ranges (RFC 9110, 13 and 14), types by its ending where `headers` name none. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path, headers, extensions = [], onMissing }: SentFile,
): void {
  // It speaks to caches on the way (RFC 9111, 5.2.1.4), and `send` would give them the whole file that they have.
  delete request.headers['cache-control']
  send(request, path, { root, dotfiles: 'allow', index: false, extensions, cacheControl: false })
    .on('file', (_: string, { size }: Stats) => mendRange(request, size))
    .on('headers', () => {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
    })
    .on('directory', onMissing)
    .on('error', ({ status }: { status?: number }) => {
      if (response.headersSent) response.destroy()
      else if (status === 412 || status === 416) end(response, status)
      else onMissing()
    })
    .pipe(response)
}

/** The last 99 bytes of a file that has fewer are all of it, and a reversed range is none (RFC 9110, 14.1); `send` takes both for one behind the end. */
function mendRange({ headers }: IncomingMessage, size: number): void {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d+)\s*$/.exec(headers.range ?? '') ?? []
  if (first && Number(first) > Number(last)) delete headers.range
  if (!first && Number(last) > size && size > 0) headers.range = 'bytes=0-'
}

function end(response: ServerResponse, status: number): void {
  for (const name of ['content-type', 'content-encoding']) response.removeHeader(name)
  response.writeHead(status, { 'content-length': 0 }).end()
}
