import type { Readable } from 'node:stream'

/** An answer that one worker has fetched for another. */
export interface QueuedAnswer<Head> {
  head: Head
  /** As the service sent it. */
  body: Readable
}

type Awaitable<T> = T | Promise<T>

/** The answers of one crawl that several workers share, on their way to the one that stores them. */
export interface QueuedAnswers<Head extends object> {
  /** To be called by the first worker, and by each that begins to lead. False if no answer can be there yet. */
  begin: () => Awaitable<boolean>
  /** True from the beginning to the end of the crawl, for whoever sees the same place. */
  exists: () => Awaitable<boolean>
  /** Stores an answer. `headOf` is called when the body has ended. */
  write: (id: string, pieces: AsyncIterable<Uint8Array>, headOf: () => Head) => Promise<void>
  /** An answer that is there. */
  read: (id: string) => Awaitable<QueuedAnswer<Head> | undefined>
  has: (id: string) => Awaitable<boolean>
  remove: (id: string) => Awaitable<void>
  /** To be called for an answer that whoever leads has stored for good, where the next one to lead looks. */
  settle: (id: string) => void
  /** Removes all of them, when the crawl has ended. */
  end: () => Awaitable<void>
}

/** Where workers leave answers for each other. */
export interface AnswersPlace {
  /** `run` names the crawl. */
  of: <Head extends object>(run: string) => QueuedAnswers<Head>
  /** Removes what crawls have left that nobody has answered for in the last hour: others may be at work. */
  forgetDead: () => Awaitable<void>
}

/** A crawl that nobody works on is forgotten after this time. */
export const DEAD_AFTER_MS = 3_600_000

/** Longer bodies are not held in memory. */
const INLINE_BYTES = 256 * 1024
const NEWLINE = 0x0a

/** What an answer looks like: a line of JSON and the body. */
export const headLine = (head: object): Buffer => Buffer.from(`${JSON.stringify(head)}\n`)

/** Divides an answer into its head and the beginning of its body; undefined while the head has not ended. */
export function divideAnswer(bytes: Buffer): { head: unknown; body: Buffer } | undefined {
  const end = bytes.indexOf(NEWLINE)
  return end < 0 ? undefined : { head: JSON.parse(bytes.toString('utf8', 0, end)), body: bytes.subarray(end + 1) }
}

/** The pieces of a body, or of a whole answer, if it is short; else all of them, as they arrive. */
export async function shortOrLong(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ short: Uint8Array[] } | { long: AsyncIterable<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let bytes = 0
  let next = await iterator.next()
  for (; !next.done && bytes <= INLINE_BYTES; next = await iterator.next()) {
    first.push(next.value)
    bytes += next.value.length
  }
  if (next.done) return { short: first }
  const rest = next.value
  async function* all() {
    yield* first
    yield rest
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { long: all() }
}
