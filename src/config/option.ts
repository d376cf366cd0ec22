import { z } from 'zod'
import { EXTRA_NAMES } from '../model/extras.ts'
import { isLanguageTag, languageTag } from '../model/language.ts'

/** The commands that have options; `export` takes those of crawl, build and check. */
export const COMMANDS = ['crawl', 'build', 'check', 'serve', 'report', 'pdf', 'bundle', 'cache', 'fleet', 'worker', 'status'] as const
export type Command = (typeof COMMANDS)[number]

/** The headings of the help, in order. */
export const GROUPS = ['Paths', 'Store', 'Selection', 'Content', 'Network', 'Site', 'Hosts', 'Serving', 'PDF', 'Bundle', 'Output'] as const

/** One option: declared here and nowhere else. Its documentation and help are generated from this. */
export interface OptionSpec<T = unknown> {
  /** Its heading in the help. */
  group: (typeof GROUPS)[number]
  commands: readonly Command[]
  /** Set if the flag differs from the option's name, because another command has an option of that name. */
  flag?: `--${string}`
  /** The placeholder after the flag in the help, such as `URL`; empty for a switch. Null: from the environment only. */
  value: string | null
  /** Parses the text of a flag or variable (a switch gives `true`). */
  schema: z.ZodType<T>
  fallback: T
  /** What a valid value looks like: completes "must be …". */
  expects: string
  /** One sentence. */
  text: string
}

export const MIB = 1024 * 1024

export const wholeNumber = (value: string, min: number, max: number, fallback: number) => ({
  value,
  fallback,
  schema: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max)),
  expects: `a whole number from ${min} to ${max}`,
})
export const decimal = (value: string, max: number, fallback: number) => ({
  value,
  fallback,
  schema: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(max)),
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
export const listOf = <T>(item: z.ZodType<T, string>) => ({
  value: 'LIST',
  fallback: [],
  schema: z.string().transform(wordsOf).pipe(z.array(item)),
})

export const languageList = {
  ...listOf(z.string()),
  schema: z
    .string()
    .transform((text) => wordsOf(text).filter(Boolean).map(languageTag))
    .pipe(z.array(z.string().refine(isLanguageTag))),
  expects: 'all, or a list of language codes such as en,de,ja',
}
export const extraList = {
  ...listOf(z.string()),
  schema: z
    .string()
    .transform((text) => wordsOf(text).filter(Boolean))
    .pipe(z.array(z.enum(['all', ...EXTRA_NAMES]))),
  expects: `all, or a list such as users,user-guides out of ${EXTRA_NAMES.join(', ')}`,
}
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''))
/** A switch that is on unless it is disabled: its flag begins with `no`. */
export const onByDefault = { value: '', schema: z.union([z.boolean(), z.stringbool()]), fallback: true, expects: 'on or off' } as const
export const flag = { value: '', schema: z.union([z.boolean(), z.stringbool()]), fallback: false, expects: 'on or off' } as const
/** Any text. */
export const text = (value: string, expects = 'text', fallback = '') => ({ schema: z.string(), value, fallback, expects })

export const option = <T>(
  group: OptionSpec['group'],
  commands: readonly Command[],
  text: string,
  rest: Omit<OptionSpec<T>, 'group' | 'commands' | 'text'>,
): OptionSpec<T> => ({ group, commands, text, ...rest })

/** {@link option} for the same commands each time. */
export const optionsOf =
  (...commands: Command[]) =>
  <T>(group: OptionSpec['group'], text: string, rest: Parameters<typeof option<T>>[3]): OptionSpec<T> =>
    option(group, commands, text, rest)
