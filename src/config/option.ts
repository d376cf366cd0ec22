import type { z } from 'zod'

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

export const option = <T>(
  group: OptionSpec['group'],
  commands: readonly Command[],
  text: string,
  rest: Omit<OptionSpec<T>, 'group' | 'commands' | 'text'>,
): OptionSpec<T> => ({ group, commands, text, ...rest })

/** {@link option} under one heading, for the same commands each time. */
export const optionsOf =
  (group: OptionSpec['group'], ...commands: readonly Command[]) =>
  <T>(text: string, rest: Parameters<typeof option<T>>[3]): OptionSpec<T> =>
    option(group, commands, text, rest)
