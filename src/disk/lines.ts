import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { explainReading } from '../errors.ts'
import { openNow } from './read.ts'

/** A line of a file with its position in bytes. */
export interface Line {
  text: string
  offset: number
  length: number
}

/** The lines of a file, by path or stream; none if it is missing. They end only at `\n`: `node:readline` also breaks at U+2028. */
export async function* readLines(file: string | Readable): AsyncGenerator<Line> {
  /** The received parts of an incomplete line: joined once, however long it is. */
  let begun: Buffer[] = []
  let offset = 0
  try {
    for await (const chunk of (typeof file === 'string' ? streamOf(file) : file) as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
        const line = joined(begun, chunk.subarray(start, end))
        if (line.length > 0) yield { text: line.toString('utf8'), offset, length: line.length }
        offset += line.length + 1
        begun = []
        start = end + 1
      }
      if (start < chunk.length) begun.push(chunk.subarray(start))
    }
  } catch (error) {
    throw typeof file === 'string' ? explainReading(error, file) : error
  }
  const rest = Buffer.concat(begun)
  if (rest.length > 0) yield { text: rest.toString('utf8'), offset, length: rest.length }
}

function streamOf(path: string): Readable {
  const fd = openNow(path)
  return fd === undefined ? Readable.from([]) : createReadStream('', { fd })
}

const joined = (begun: readonly Buffer[], end: Buffer): Buffer => (begun.length > 0 ? Buffer.concat([...begun, end]) : end)
