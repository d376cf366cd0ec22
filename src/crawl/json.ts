import { RequestError, sentence } from '../errors.ts'
import type { Parsed } from '../model/parse.ts'
import type { Body } from '../fetch/body.ts'
import type { Client } from '../fetch/client.ts'
import type { PatientQuestion } from '../fetch/patience.ts'
import { isTransient } from '../fetch/outcome.ts'
import { cutDepth, excessOf, MAX_VALUES, TOO_DEEP } from '../fetch/limits.ts'

/** A parsed answer of the API. */
export interface ParsedResponse<T> {
  /** Unmodified, except for what {@link withoutEmails} removes. */
  text: string
  value: T
  url: string
  /** The validator for the next conditional request. */
  validator: string
  /** Of the body; 0 if the service said that the stored answer is up to date. */
  bytes: number
}

export interface JsonQuestion<T> extends Pick<PatientQuestion<T>, 'maxBytes' | 'retry' | 'onTry'> {
  stored?: { text: string; validator: string } | undefined
  understand: (answer: unknown) => Parsed<T>
  maxValues?: number
  onCut?: () => void
}

/** Shorter answers contain few enough values to be parsed in an instant. */
const COUNTED_BYTES = 1024 * 1024

/** Requests JSON from the API. An answer that is not JSON or has the wrong shape is a {@link RequestError} like any other failure. */
export function getJson<T>(client: Client, url: string, { understand, stored, maxValues, onCut, ...rest }: JsonQuestion<T>) {
  return client.get<ParsedResponse<T>>(url, {
    ...rest,
    ...(stored && { known: stored.validator }),
    of: 'api',
    read: async (body) => {
      const same = body.isUnchanged ? stored : undefined
      const arrived = await textOf(body, valueCounter(maxValues))
      const came = same?.text ?? arrived
      const given = parseJson(came, body)
      let excess = excessOf(given)
      const isCut = excess === TOO_DEEP && cutDepth(given)
      if (isCut) {
        onCut?.()
        excess = excessOf(given)
      }
      const whole = isCut ? JSON.stringify(given) : came
      if (excess) throw new RequestError('too large', `${url} is not read: ${excess}.`, { url })
      const text = withoutEmails(whole)
      const parsed = understand(text === whole ? given : parseJson(text, body))
      if (!parsed.ok)
        throw new RequestError('wrong shape', `${url} has the wrong shape: ${parsed.field}: ${parsed.problem}.`, {
          url,
          field: parsed.field,
        })
      const validator = isCut ? '' : (same?.validator ?? body.validator)
      return { text, value: parsed.value, url: body.url, validator, bytes: Buffer.byteLength(arrived) }
    },
  })
}

/** Pages of lists and probes are also retried if their shape is wrong: nothing may be mistaken for an empty page. */
export const isTransientOrWrong = (error: RequestError): boolean => isTransient(error) || error.outcome === 'wrong shape'

async function textOf({ chunks, contentType, redact, url }: Body, excessIn: ReturnType<typeof valueCounter>): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    const wasShort = bytes <= COUNTED_BYTES
    pieces.push(chunk)
    bytes += chunk.length
    if (bytes <= COUNTED_BYTES) continue
    for (const piece of wasShort ? pieces : [chunk]) {
      const excess = excessIn(piece)
      if (excess) throw new RequestError('too large', `${url} is not read: ${excess}.`, { url })
    }
  }
  return redact(decoderFor(contentType).decode(Buffer.concat(pieces)))
}

/** JSON is UTF-8 unless its type names another supported encoding. */
function decoderFor(contentType: string): TextDecoder {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w.:-]+)/i.exec(contentType) ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

function parseJson(text: string, { url, contentType }: Body): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (/^\s*[[{]/.test(text)) throw new RequestError('not JSON', `${url} is not valid JSON: ${faultOf(cause, text)}.`, { url, cause })
    const what = /^\s*</.test(text) ? 'an HTML page' : text.trim() === '' ? 'nothing' : contentType || 'something unreadable'
    throw new RequestError('not JSON', `${url} answered with ${what} where JSON was expected.`, { url, cause })
  }
}

/** The parser's message quotes the answer, in several forms: the position is enough. */
function faultOf(cause: unknown, text: string): string {
  const said = sentence(cause)
  const [, position] = /at position (\d+)/.exec(said) ?? []
  if (position === undefined) return said.includes('end of JSON') ? 'it ends too early' : 'a character is out of place'
  return Number(position) >= text.trimEnd().length ? 'it ends too early' : `the fault is at character ${Number(position) + 1}`
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Array.from('"\\,[{', (sign) => sign.charCodeAt(0))

/**
 * Counts JSON values as chunks arrive: a parser cannot be stopped, and takes gigabytes for many small objects. Returns why the body must
 * not be parsed, once known. Up to twice as many delimiters as values are allowed: each object or array is a value, and starts one.
 */
export function valueCounter(max = MAX_VALUES): (piece: Uint8Array) => string | undefined {
  let [signs, isInText, isEscaped] = [1, false, false]
  return (piece) => {
    for (const byte of piece) {
      if (isEscaped) isEscaped = false
      else if (byte === QUOTE) isInText = !isInText
      else if (isInText) isEscaped = byte === BACKSLASH
      else if (byte === COMMA || byte === LIST || byte === OBJECT) signs++
    }
    return signs > 2 * max ? `it holds more than ${max.toLocaleString('en-US')} values` : undefined
  }
}

const NAMES_ONE = /mail(s|_?address(es)?)?"\s*:/i
const NAME = /mail(s|_?address(es)?)?$/i

/** An answer without fields named `email` and the like that contain an address, as an admin's token sees; others are unchanged. */
export function withoutEmails(text: string): string {
  if (!NAMES_ONE.test(text)) return text
  let found = 0
  const rest: unknown = JSON.parse(text, (key, value: unknown) => {
    if (!NAME.test(key) || !holdsAddress(value)) return value
    found++
    return undefined
  })
  return found > 0 ? JSON.stringify(rest) : text
}

/** A category may also be named "Email". */
const holdsAddress = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(holdsAddress) : typeof value === 'string' && value.includes('@')
