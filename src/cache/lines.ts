import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { isMissing, READ } from './atomic.ts'

/** A line of a file and where it lies, in bytes. */
export interface Line {
  text: string
  offset: number
  length: number
}

/**
 * The lines of a file, by its path or being read, one at a time; none when it is missing. They end at `\n` alone: `node:readline` also breaks at U+2028, which JSON
 * leaves as it is.
 */
export async function* readLines(file: string | Readable): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0)
  let offset = 0
  try {
    for await (const chunk of (typeof file === 'string' ? createReadStream(file, { flags: READ }) : file) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
        if (end > start) yield { text: bytes.toString('utf8', start, end), offset: offset + start, length: end - start }
        start = end + 1
      }
      rest = bytes.subarray(start)
      offset += start
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), offset, length: rest.length }
}
