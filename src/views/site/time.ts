import { dayFormat, lengthFormat, unitFormat, unitRange } from './formats.ts'
import type { RecordKey } from '../../cache/layout.ts'
import type { Site } from './site.ts'

/** A moment for `<time>`, in ISO 8601 and UTC, and for display. */
export type Moment = NonNullable<ReturnType<typeof momentOf>>

/** A UNIX timestamp in seconds as a date in UTC; undefined for 0, which means never. */
export function momentOf(seconds: number, lang: string) {
  const date = new Date(seconds * 1000)
  if (seconds <= 0 || Number.isNaN(date.getTime())) return undefined
  const words = dayFormat(lang).format(date)
  const first = date.getUTCDate() === 1 ? (FIRST_DAYS[lang] ?? FIRST_DAYS[lang.split('-')[0] ?? '']) : undefined
  return { iso: date.toISOString(), words: first ? words.replace('1', first) : words }
}

/** Languages that write the first of a month as an ordinal, which Intl does not. Their dates begin with the day. */
const FIRST_DAYS: Readonly<Record<string, string>> = { fr: '1er', it: '1º', pt: '1º', 'pt-pt': '1' }

/** A time span for display, and its upper bound as ISO 8601; `iso` is '' if the service gave words only. */
export type Span = NonNullable<ReturnType<typeof spanOf>>

/**
 * The duration of a guide from its bounds in seconds: `20–40 minutes`, `1–2 hours`, `1 hour 30 minutes`. Falls back to the service's own
 * words if there are no bounds; undefined if there is no estimate.
 */
export function spanOf(minSeconds: number, maxSeconds: number, text: string, lang: string) {
  const [low, high] = [minSeconds || maxSeconds, maxSeconds || minSeconds].sort((a, b) => a - b) as [number, number]
  if (high <= 0) return /\d/.test(text) ? { iso: '', words: text } : undefined
  return { iso: `PT${minutesOf(high)}M`, words: spaced(low === high ? lengthOf(high, lang) : rangeOf(low, high, lang), lang) }
}

/**
 * Normalizes the spacing of digits next to the language's own characters (none in Japanese, a space in Chinese) and the range words of the
 * filters, in which Intl is inconsistent.
 */
function spaced(words: string, lang: string): string {
  if (/^ja\b/.test(lang)) return words.replaceAll(' ', '').replace('～', '〜')
  if (!/^zh\b/.test(lang)) return words
  return words.replace(/(?<=\d)-(?=\d)/g, '至').replace(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ')
}

const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))

/** A duration in words, at least a minute. */
function lengthOf(seconds: number, lang: string): string {
  const minutes = minutesOf(seconds)
  const [hours, rest] = minutes < 90 && minutes !== 60 ? [0, minutes] : [Math.floor(minutes / 60), minutes % 60]
  const words = [inUnit(hours, 'hour', lang), inUnit(rest, 'minute', lang)].filter(Boolean)
  return lengthFormat(lang).format(words)
}

const inUnit = (count: number, unit: string, lang: string): string => (count > 0 ? unitFormat(lang, unit).format(count) : '')

/** The separator between two durations in different units. */
const RANGES: Readonly<Record<string, string>> = { ja: '〜', ko: '~', zh: '至', 'zh-hant': '至' }

function rangeOf(low: number, high: number, lang: string): string {
  const unit = high >= 7200 && low >= 3600 ? 'hour' : 'minute'
  const size = unit === 'hour' ? 3600 : 60
  const tidy = (seconds: number) => Math.round((seconds / size) * 2) / 2
  if (unit === 'minute' && high > 7200) return [low, high].map((seconds) => lengthOf(seconds, lang)).join(RANGES[lang] ?? ' – ')
  return unitRange(lang, unit, tidy(low), tidy(high))
}

/** The length of a video, `1:05` or `1:02:03`, from milliseconds; '' if unknown. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds <= 0) return ''
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return parts
    .slice(parts[0] ? 0 : 1)
    .map((part, at) => (at ? String(part).padStart(2, '0') : String(part)))
    .join(':')
}

/** The date of the copy if the last crawl could not update the record. */
export async function staleSince({ cache, words }: Site, key: RecordKey): Promise<Moment | undefined> {
  const since = await cache.staleSince(key)
  return since === undefined ? undefined : momentOf(Date.parse(since) / 1000, words.lang)
}
