import { errors } from 'undici'
import { RequestError } from '../errors.ts'

/** Levels of an answer; the deepest tree of categories known has nine. */
const MAX_DEPTH = 200
/** Values in an answer: objects, lists and what they hold. */
export const MAX_VALUES = 5_000_000
/** Of a guide, a wiki, a user: each takes a hundred times as long to understand as to read. The fullest known has some 20,000. */
export const MAX_RECORD_VALUES = 200_000
/** Characters of a name; the longest title known has 132. */
const MAX_NAME = 1000

/** What {@link excessOf} says of an answer that {@link cutDepth} can bring within the bounds. */
export const TOO_DEEP = `it is nested more than ${MAX_DEPTH} levels deep`

/** What is said of an answer that {@link cutDepth} has cut. `name` is what it is called. */
export const depthNote = (name: string): string => `${name} is nested more than ${MAX_DEPTH} levels deep: what lies deeper is left out.`

/** Why an answer is beyond what is read, before anything walks through all of it; undefined when it is not. */
export function excessOf(answer: unknown, maxValues = MAX_VALUES): string | undefined {
  let values = 1
  const tooMany = () => (values > maxValues ? `it holds more than ${maxValues.toLocaleString('en-US')} values` : undefined)
  // Makes no lists of what an object holds: they would be much of what a crawl throws away.
  const look = (value: unknown, depth: number): string | undefined => {
    if (typeof value !== 'object' || !value) return undefined
    if (depth > MAX_DEPTH) return TOO_DEEP
    let excess: string | undefined
    if (Array.isArray(value)) {
      values += value.length
      for (let at = 0; at < value.length && !excess; at++) excess = tooMany() ?? look(value[at], depth + 1)
    } else {
      for (const key in value) {
        values++
        if ((excess = tooMany() ?? look((value as Record<string, unknown>)[key], depth + 1))) break
      }
    }
    return excess
  }
  return look(answer, 0)
}

/** Cuts off what of an answer lies deeper than is read; true when there was something. */
export function cutDepth(answer: unknown): boolean {
  let level = [answer].filter(isContainer)
  for (let depth = 0; depth < MAX_DEPTH; depth++) level = level.flatMap((container) => Object.values(container).filter(isContainer))
  let isCut = false
  for (const container of level)
    for (const key of Object.keys(container)) {
      if (!isContainer(container[key])) continue
      isCut = Reflect.deleteProperty(container, key) // a key can be `__proto__`
    }
  return isCut
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What becomes of a record whose name is too long to ask for; undefined when it is not. */
export function excessiveName({ kind, id }: { kind: string; id: string }): RequestError | undefined {
  if (id.length <= MAX_NAME) return undefined
  const start = `${id.slice(0, 60)}…`
  return new RequestError('refused', `A name of ${id.length} characters is not asked for (${start}): ${MAX_NAME} is the most.`, {
    record: `${kind} ${start}`,
  })
}

/** Bytes a second that an answer must come to on average when its time is over. */
const MIN_BYTES_PER_S = 16 * 1024

/** To be told of each piece of a body as it is sent; throws when that takes longer than `timeoutMs` and drips at less than 16 KiB a second. */
export function dripWatch(url: string, timeoutMs: number): (piece: Uint8Array) => void {
  const start = performance.now()
  let bytes = 0
  return ({ length }) => {
    bytes += length
    const ms = performance.now() - start
    if (ms > timeoutMs + (1000 * bytes) / MIN_BYTES_PER_S)
      throw new RequestError('failed', `${url} dripped: ${bytes} bytes in ${(ms / 1000).toFixed(1)} s.`, {
        url,
        cause: new errors.BodyTimeoutError(),
      })
  }
}

/**
 * To be told of each answer before the answer (103 Early Hints and the like); throws when the real one has not come in `timeoutMs`: each of
 * them begins the wait for it again.
 */
export function interimWatch(url: string, timeoutMs: number): () => void {
  const start = performance.now()
  return () => {
    if (performance.now() - start > timeoutMs)
      throw new RequestError('failed', `${url} announced an answer for ${(timeoutMs / 1000).toFixed(1)} s and gave none.`, {
        url,
        cause: new errors.HeadersTimeoutError(),
      })
  }
}
