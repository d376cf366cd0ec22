import { z } from 'zod'
import { EXTRA_NAMES } from '../model/extras.ts'
import { isLanguageTag, languageTag } from '../model/language.ts'

// The kinds of values that options have: how a value is read, and what one looks like.

export const MIB = 1024 * 1024

export const wholeNumber = (value: string, min: number, max: number, fallback: number) => ({
  value,
  fallback,
  schema: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max)),
  expects: `a whole number from ${min} to ${max}`,
})
const digits = z.string().regex(/^\d+(\.\d+)?$/)
export const decimal = (value: string, max: number, fallback: number) => ({
  value,
  fallback,
  schema: z.union([z.number(), digits.transform(Number)]).pipe(z.number().min(0).max(max)),
  expects: `a number from 0 to ${max}`,
})
const UNITS = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }
/** A text such as `650MB`, or digits, parsed as bytes. A small number probably lacks its unit, and 0 is not a size. */
export const byteSize = {
  schema: z
    .string()
    .regex(/^\d+(?:\.\d+)? ?[kmgt]?b?$/i)
    .transform((text) => Math.floor(Number.parseFloat(text) * UNITS[(/[kmgt]/i.exec(text)?.[0] ?? '').toLowerCase() as keyof typeof UNITS]))
    .refine((bytes) => bytes === 0 || bytes >= 1000),
  fallback: 0,
  expects: 'a size such as 650MB or 4GB, or a number of bytes, at least 1000',
}
/** One of up to 999 equal parts. */
export const part = {
  schema: z.string().refine((text) => {
    const [, number = 0, of = 0] = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text)?.map(Number) ?? []
    return text === '' || (number > 0 && number <= of)
  }),
  value: 'N/M',
  fallback: '',
  expects: 'a number and how many there are, such as 3/8; at most 999',
}
/** One of several words, `none, pictures or all`; the first is the default. */
export const choice = <const Words extends readonly [string, ...string[]]>(...words: Words) => ({
  schema: z.enum(words),
  fallback: words[0] as Words[number],
  expects: `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`,
})
export const percent = (fallback: number) => ({
  value: 'PERCENT',
  fallback,
  schema: z
    .string()
    .regex(/^\d+(\.\d+)?%?$/)
    .transform((text) => Number.parseFloat(text))
    .pipe(z.number().min(0).max(100)),
  expects: 'a number from 0 to 100',
})
const wordsOf = (text: string): string[] => text.split(',').map((word) => word.trim())
/** A list with commas, of which each item must be valid. */
export const listOf = <T>(item: z.ZodType<T, string>, read: (text: string) => string[] = wordsOf) => ({
  value: 'LIST',
  fallback: [],
  schema: z.string().transform(read).pipe(z.array(item)),
})
const namesIn = (text: string): string[] => wordsOf(text).filter(Boolean)
export const languageList = {
  ...listOf(z.string().refine(isLanguageTag), (text) => namesIn(text).map(languageTag)),
  expects: 'all, or a list of language codes such as en,de,ja',
}
export const extraList = {
  ...listOf(z.enum(['all', ...EXTRA_NAMES]), namesIn),
  expects: `all, or a list such as users,user-guides out of ${EXTRA_NAMES.join(', ')}`,
}
export const HTTP = z.url({ protocol: /^https?$/ })
export const httpUrl = HTTP.transform((url) => url.replace(/(?<!\/)\/+$/, ''))
/** A switch that is on unless it is disabled: its flag begins with `no`. */
export const onByDefault = { value: '', schema: z.union([z.boolean(), z.stringbool()]), fallback: true, expects: 'on or off' } as const
export const flag = { value: '', schema: z.union([z.boolean(), z.stringbool()]), fallback: false, expects: 'on or off' } as const
/** Any text. */
export const text = (value: string, expects = 'text', fallback = '') => ({ schema: z.string(), value, fallback, expects })
/** A text of one form. */
export const matching = (value: string, form: RegExp, expects: string, fallback?: string) => ({
  ...text(value, expects, fallback),
  schema: z.string().regex(form),
})
/** An address, or none. */
export const address = (schema: z.ZodType<string, string>, expects: string) => ({
  ...text('URL', expects),
  schema: z.union([z.literal(''), schema]),
})
