import { RequestError } from '../errors.ts'
import type { CrawledKey } from './endpoints.ts'

/** Levels of an answer; the deepest tree of categories known has nine. */
const MAX_DEPTH = 200
/** Values in an answer: objects, lists and what they hold. */
const MAX_VALUES = 5_000_000
/** Characters of a name; the longest title known has 132. */
const MAX_NAME = 1000

/** Why an answer is beyond what is read, before anything walks through it by recursion; undefined when it is not. */
export function excessOf(answer: unknown): string | undefined {
  let values = 1
  let level: unknown[] = [answer]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || !value) continue
      const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
      values += inside.length
      if (values > MAX_VALUES) return `it holds more than ${MAX_VALUES.toLocaleString('en-US')} values`
      for (const child of inside) if (typeof child === 'object' && child) next.push(child)
    }
    level = next
  }
  return undefined
}

/** What becomes of a record whose name is too long to ask for; undefined when it is not. */
export function excessiveName({ kind, id }: CrawledKey): RequestError | undefined {
  if (id.length <= MAX_NAME) return undefined
  const start = `${id.slice(0, 60)}…`
  return new RequestError('refused', `A name of ${id.length} characters is not asked for (${start}): ${MAX_NAME} is the most.`, {
    record: `${kind} ${start}`,
  })
}

/** Bytes a second that an answer must come to on average when its time is over. */
const MIN_BYTES_PER_S = 16 * 1024

/** Passes a body on as it is sent; ends it when it takes longer than `timeoutMs` and drips at less than 16 KiB a second. */
export async function* inTime(body: AsyncIterable<Uint8Array>, url: string, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const start = performance.now()
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    const ms = performance.now() - start
    if (ms > timeoutMs + (1000 * bytes) / MIN_BYTES_PER_S)
      throw new RequestError('failed', `${url} dripped: ${bytes} bytes in ${(ms / 1000).toFixed(1)} s.`, { url })
    yield chunk
  }
}
