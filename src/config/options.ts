import { BUILDING } from './building.ts'
import { CRAWLING } from './crawling.ts'
import { type Command, COMMANDS, GROUPS, type OptionSpec } from './option.ts'
import { BUNDLING, CHECKING, PAPER, SERVING } from './reading.ts'
import { SHARED } from './shared.ts'

/** All options. The flag is the name in kebab case (`--max-media-bytes`), the variable is in capitals (`BENCHBOOK_MAX_MEDIA_BYTES`). */
export const OPTIONS = { ...SHARED, ...CRAWLING, ...BUILDING, ...CHECKING, ...SERVING, ...PAPER, ...BUNDLING }

export type OptionName = keyof typeof OPTIONS
/** In the order of the help. */
export const OPTION_NAMES = GROUPS.flatMap((group) =>
  (Object.keys(OPTIONS) as OptionName[]).filter((name) => OPTIONS[name].group === group),
)

/** True for an option that names a file or folder; '' means none. */
export const isPath = (name: OptionName): boolean => /^(?:DIR|FILE)$/.test(OPTIONS[name].value ?? '')

type ValueOf<Spec> = Spec extends OptionSpec<infer T> ? T : never
export type Config = { [Name in OptionName]: ValueOf<(typeof OPTIONS)[Name]> }

/** Values of options; lists and sizes may be texts, as on the command line. Made so that options keep their descriptions in an editor. */
type GivenOf<Specs, Names extends keyof Specs> = {
  -readonly [Name in Names]?: ValueOf<Specs[Name]> extends readonly (infer Item)[]
    ? readonly Item[] | string
    : Name extends 'maxSize' | 'maxFileSize'
      ? number | string
      : ValueOf<Specs[Name]>
}
type Given<Specs> = GivenOf<Specs, Exclude<keyof Specs, 'token' | 'bundleOut'>>
type SectionOf<Own> = Given<Own & typeof SHARED>

/** Options of one command; the `out` of a bundle is its path. */
export type CommandOptions = Given<typeof OPTIONS>

/**
 * The content of a configuration file: top-level options that several commands take, and per command those that only it takes, or that
 * differ from the others'.
 */
export type UserConfig = Given<typeof SHARED> & {
  crawl?: SectionOf<typeof CRAWLING>
  build?: SectionOf<typeof BUILDING>
  check?: SectionOf<typeof CHECKING>
  serve?: SectionOf<typeof SERVING>
  pdf?: SectionOf<typeof PAPER>
  bundle?: SectionOf<typeof BUNDLING>
}

/** The commands with a section in a configuration file: the others have no options of their own. */
export const SECTIONS = ['crawl', 'build', 'check', 'serve', 'pdf', 'bundle'] as const satisfies readonly (keyof UserConfig)[]

/** The option that a command calls `key`, in a configuration file and in programs. */
export function optionOf(command: Command, key: string): OptionName | undefined {
  const name = command === 'bundle' && key === 'out' ? 'bundleOut' : key
  return isOption(name) && OPTIONS[name].commands.includes(command) && (name !== 'bundleOut' || key === 'out') ? name : undefined
}

/** The name of an option within its command. */
export const optionKey = (name: OptionName): string => (name === 'bundleOut' ? 'out' : name)

/** The names that a configuration file and programs know. */
export const OPTION_KEYS = [...new Set(OPTION_NAMES.map(optionKey))]

export const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)
export const isShared = (name: OptionName): boolean => Object.hasOwn(SHARED, name)

/** The commands that take an option. */
export const commandsWith = (key: string): Command[] => COMMANDS.filter((command) => optionOf(command, key))
