import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { divideAnswer, headLine, type QueuedAnswer } from '../cache/answers/queued-answers.ts'
import { forget, streamAtomically } from '../disk/atomic.ts'

/**
 * Has a long body in a temporary file, and an object of it and its head, which is known when the body has ended, for as long as `use` works.
 * A store wants the length and the digest of an object before its bytes.
 */
export async function withLong(
  body: AsyncIterable<Uint8Array>,
  headOf: () => object,
  use: (object: Blob, sha256: string) => Promise<void>,
): Promise<void> {
  const folder = await newFolder()
  try {
    const path = join(folder, 'body')
    await streamAtomically(path, Readable.from(body))
    const line = headLine(headOf())
    const digest = createHash('sha256').update(line)
    for await (const piece of createReadStream(path)) digest.update(piece as Buffer)
    await use(new Blob([new Uint8Array(line), await openAsBlob(path)]), digest.digest('hex'))
  } finally {
    forget(folder)
  }
}

/** A long answer as it arrives: when all of it is there its body can be read, once, from a temporary file. */
export async function fromLong<Head>(pieces: AsyncIterable<Uint8Array>): Promise<QueuedAnswer<Head> | undefined> {
  const folder = await newFolder()
  const path = join(folder, 'body')
  const found: { head?: Head } = {}
  async function* bodyOf() {
    let first = Buffer.alloc(0)
    for await (const piece of pieces) {
      if (found.head !== undefined) {
        yield piece
        continue
      }
      first = Buffer.concat([first, piece])
      const answer = divideAnswer(first)
      if (!answer) continue
      found.head = answer.head as Head
      yield answer.body
    }
  }
  try {
    await streamAtomically(path, Readable.from(bodyOf()))
  } catch (error) {
    forget(folder)
    throw error
  }
  const body = createReadStream(path).once('close', () => forget(folder))
  if (found.head !== undefined) return { head: found.head, body }
  body.destroy()
  return undefined
}

/** Nobody else may read there: an answer may be private. */
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'benchbook-answer-'))
