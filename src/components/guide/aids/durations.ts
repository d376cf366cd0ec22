/** A duration in a text. */
export interface Duration {
  ms: number
  /** As in the text: `20 minutes`. */
  said: string
}

const UNIT_MS = { hour: 3_600_000, minute: 60_000, second: 1000 }
type Unit = keyof typeof UNIT_MS
const UNITS = Object.keys(UNIT_MS) as Unit[]

/** Shorter ones are over before the timer is set; longer ones are no wait at a bench. */
const LEAST_MS = 5000
const MOST_MS = 24 * UNIT_MS.hour
/** These numbers cover every plural form of a unit. */
const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 1.5]
/** The separators in `1 hour and 30 minutes`. */
const JOINED = /^[\s,&]*(?:\p{L}{1,3}\s+)?$/u
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]$/u

/** The durations in a text in a language, without duplicates, in order. For `20–30 minutes` the last number counts. */
export function durationsIn(text: string, lang: string): Duration[] {
  const { pattern, unitOf } = readerOf(lang)
  const found: (Duration & { unit: Unit; end: number })[] = []
  for (const match of text.matchAll(pattern)) {
    const [said, number = '', name = ''] = match
    const unit = unitOf.get(name.toLowerCase())
    if (!unit) continue
    const ms = Number(number.replace(',', '.')) * UNIT_MS[unit]
    const end = match.index + said.length
    const last = found.at(-1)
    if (last && UNIT_MS[last.unit] > UNIT_MS[unit] && JOINED.test(text.slice(last.end, match.index)))
      found[found.length - 1] = { ms: last.ms + ms, said: text.slice(last.end - last.said.length, end), unit, end }
    else found.push({ ms, said, unit, end })
  }
  const fitting = found.filter(({ ms }) => ms >= LEAST_MS && ms <= MOST_MS)
  return [...new Map(fitting.map(({ ms, said }) => [ms, { ms, said }])).values()]
}

/** The language's names of the units, long and short, from its own number formats. */
function readerOf(lang: string): { pattern: RegExp; unitOf: ReadonlyMap<string, Unit> } {
  const unitOf = new Map<string, Unit>()
  for (const unit of UNITS)
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(localeOf(lang), { style: 'unit', unit, unitDisplay })
      for (const number of NUMBERS)
        for (const { type, value } of format.formatToParts(number)) if (type === 'unit') unitOf.set(plain(value), unit)
    }
  for (const [name, unit] of [...unitOf]) if (/^[a-z]{2,}$/.test(name) && !name.endsWith('s')) unitOf.set(`${name}s`, unit)
  unitOf.delete('')
  const names = [...unitOf.keys()].sort((a, b) => b.length - a.length)
  const written = names.map((name) => name.replaceAll('.', String.raw`\.`) + (UNSPACED.test(name) ? '' : String.raw`(?![\p{L}\p{N}])`))
  return { pattern: new RegExp(String.raw`(?<![\d.,/])(\d+(?:[.,]\d{1,2})?)[\s-]*(${written.join('|')})`, 'giu'), unitOf }
}

const plain = (value: string): string => value.trim().toLowerCase().replace(/\.$/, '')

/** A page's language tag may be in a form that the browser does not support. */
function localeOf(lang: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang)[0]
  } catch {
    return undefined
  }
}
