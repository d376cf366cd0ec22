/** A moment as `<time>` wants it and as people read it. */
export interface Moment {
  /** ISO 8601, UTC. */
  iso: string
  words: string
}

/** A UNIX timestamp in seconds as a date in UTC; undefined for 0, which means never. */
export function momentOf(seconds: number, lang: string): Moment | undefined {
  const date = new Date(seconds * 1000)
  if (seconds <= 0 || Number.isNaN(date.getTime())) return undefined
  return { iso: date.toISOString(), words: new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(date) }
}

/** A span of time as people say it, and as ISO 8601 says its upper end; `iso` is '' when the service gave words only. */
export interface Span {
  iso: string
  words: string
}

/**
 * The time that a guide takes, from its bounds in seconds: `20–40 minutes`, `1–2 hours`, `1 hour 30 minutes`. The service's own words
 * stand in when it gives no bounds; undefined when it makes no estimate.
 */
export function spanOf(minSeconds: number, maxSeconds: number, text: string, lang: string): Span | undefined {
  const [low, high] = [minSeconds || maxSeconds, maxSeconds || minSeconds].sort((a, b) => a - b) as [number, number]
  if (high <= 0) return /\d/.test(text) ? { iso: '', words: text } : undefined
  return { iso: `PT${minutesOf(high)}M`, words: low === high ? lengthOf(high, lang) : rangeOf(low, high, lang) }
}

const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))

/** A length of time in words; below a minute it is a minute. */
function lengthOf(seconds: number, lang: string): string {
  const minutes = minutesOf(seconds)
  const [hours, rest] = minutes < 90 && minutes !== 60 ? [0, minutes] : [Math.floor(minutes / 60), minutes % 60]
  const words = [inUnit(hours, 'hour', lang), inUnit(rest, 'minute', lang)].filter(Boolean)
  return new Intl.ListFormat(lang, { type: 'unit', style: 'narrow' }).format(words)
}

const inUnit = (count: number, unit: string, lang: string): string =>
  count > 0 ? new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count) : ''

function rangeOf(low: number, high: number, lang: string): string {
  const unit = high >= 7200 && low >= 3600 ? 'hour' : 'minute'
  const size = unit === 'hour' ? 3600 : 60
  const tidy = (seconds: number) => Math.round((seconds / size) * 2) / 2
  if (unit === 'minute' && high > 7200) return `${lengthOf(low, lang)} – ${lengthOf(high, lang)}`
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).formatRange(tidy(low), tidy(high))
}

/** The length of a video, `1:05` or `1:02:03`, from milliseconds; '' when unknown. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds <= 0) return ''
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return parts
    .slice(parts[0] ? 0 : 1)
    .map((part, at) => (at ? String(part).padStart(2, '0') : String(part)))
    .join(':')
}
