import type { Stats } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import send from 'send'

export interface SentFile {
  root: string
  /** Below `root`, with a leading slash, and percent-encoded. */
  path: string
  headers: OutgoingHttpHeaders
  /** Extensions to try if there is no such file: `html`. */
  extensions?: string[]
  /** Called instead of answering if the file does not exist or is a folder. */
  onMissing: () => void
}

/** Answers with a file: conditions, ranges (RFC 9110, 13 and 14), and a type by its extension unless `headers` contain one. */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: SentFile): void {
  const { root, path, headers, extensions = [], onMissing } = file
  // The directive is for intermediate caches (RFC 9111, 5.2.1.4); `send` would ignore conditions and send the whole file.
  delete request.headers['cache-control']
  send(request, path, { root, dotfiles: 'allow', index: false, extensions, cacheControl: false })
    .on('file', (_: string, { size }: Stats) => mendRange(request, size))
    .on('headers', () => {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
    })
    .on('directory', onMissing)
    .on('error', ({ status }: { status?: number }) => {
      if (response.headersSent) response.destroy()
      else if (status === 412 || status === 416) {
        for (const name of ['content-type', 'content-encoding']) response.removeHeader(name)
        response.writeHead(status, { 'content-length': 0 }).end()
      } else onMissing()
    })
    .pipe(response)
}

/** `send` rejects a suffix range longer than the file, which means all of it, and a reversed one, which is invalid (RFC 9110, 14.1). */
function mendRange({ headers }: IncomingMessage, size: number): void {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d+)\s*$/.exec(headers.range ?? '') ?? []
  if (first && Number(first) > Number(last)) delete headers.range
  if (!first && Number(last) > size && size > 0) headers.range = 'bytes=0-'
}
