import { errors } from 'undici'
import { RequestError } from '../errors.ts'

/** Levels of an answer; the deepest tree of categories known has nine. */
const MAX_DEPTH = 200
/** Values in an answer: objects, arrays and their contents. */
export const MAX_VALUES = 5_000_000
/** For a guide, wiki or user: validating one takes a hundred times as long as parsing it. The largest known has some 20,000. */
export const MAX_RECORD_VALUES = 200_000
/** Characters of a name; the longest title known has 132. */
const MAX_NAME = 1000

/** The reason that {@link excessOf} returns for an answer that {@link cutDepth} can reduce to the limit. */
export const TOO_DEEP = `it is nested more than ${MAX_DEPTH} levels deep`

/** The note about an answer truncated by {@link cutDepth}. `name` identifies the answer. */
export const depthNote = (name: string): string => `${name} is nested more than ${MAX_DEPTH} levels deep: anything deeper is left out.`

/** Why an answer exceeds the limits, checked before it is processed; undefined if it does not. */
export function excessOf(answer: unknown, maxValues = MAX_VALUES): string | undefined {
  let values = 1
  const tooMany = () => (values > maxValues ? `it holds more than ${maxValues.toLocaleString('en-US')} values` : undefined)
  // Creates no arrays of an object's values, which would be much of a crawl's garbage.
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

/** Removes what is nested too deeply in an answer; true if there was anything. */
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

/** The error for a record whose name is too long to request; undefined if it is not. */
export function excessiveName({ kind, id }: { kind: string; id: string }): RequestError | undefined {
  if (id.length <= MAX_NAME) return undefined
  const start = `${id.slice(0, 60)}…`
  const message = `A name of ${id.length} characters is not asked for (${start}): ${MAX_NAME} is the most.`
  return new RequestError('refused', message, { record: `${kind} ${start}` })
}

/** Every so many bytes extend an answer's time limit by a second. */
const MIN_BYTES_PER_S = 16 * 1024

/** The returned function takes each chunk of a body; it throws beyond `timeoutMs` plus a second per 16 KiB. */
export function dripWatch(url: string, timeoutMs: number): (piece: Uint8Array) => void {
  const start = performance.now()
  let bytes = 0
  return ({ length }) => {
    bytes += length
    const ms = performance.now() - start
    if (ms <= timeoutMs + (1000 * bytes) / MIN_BYTES_PER_S) return
    const cause = new errors.BodyTimeoutError()
    throw new RequestError('failed', `${url} dripped: ${bytes} bytes in ${(ms / 1000).toFixed(1)} s.`, { url, cause })
  }
}

/** Returns a function for interim responses (such as 103), which restart the usual timeout: it throws after `timeoutMs`. */
export function interimWatch(url: string, timeoutMs: number): () => void {
  const start = performance.now()
  return () => {
    if (performance.now() - start <= timeoutMs) return
    const cause = new errors.HeadersTimeoutError()
    throw new RequestError('failed', `${url} announced an answer for ${(timeoutMs / 1000).toFixed(1)} s and gave none.`, { url, cause })
  }
}
