import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { explainReading, sentence, UsageError } from '../errors.ts'
import type { Command } from './option.ts'
import { didYouMean } from './nearest.ts'
import { commandsWith, isOption, isPath, isShared, OPTION_KEYS, optionOf, type OptionName, SECTIONS } from './options.ts'

type Values = Readonly<Partial<Record<OptionName, unknown>>>
type Section = (typeof SECTIONS)[number]

/** A parsed configuration file, with absolute paths. */
export interface ConfigFile {
  path: string
  /** The top-level values. */
  values: Values
  sections: Readonly<Partial<Record<Section, Values>>>
}

/** Values for some commands, with their origin. */
export interface Settings {
  path: string
  values: Values
  /** The section of each value that comes from one. */
  sectionOf?: Readonly<Partial<Record<OptionName, Section>>>
}

/** The settings of a configuration file for commands: sections take precedence over top-level values. */
export function settingsFor(commands: readonly Command[], { path, values, sections }: ConfigFile): Settings {
  const settings = { path, values: { ...values } as Record<string, unknown>, sectionOf: {} as Record<string, Section> }
  for (const section of SECTIONS)
    if (commands.includes(section))
      for (const [name, value] of Object.entries(sections[section] ?? {})) {
        settings.values[name] = value
        settings.sectionOf[name] = section
      }
  return settings
}

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `benchbook.config.${extension}`)

/** The configuration file in a folder, or in the nearest parent that has one. Throws a {@link UsageError} if there are several. */
export function findConfigFile(from: string): string | undefined {
  const [path, other] = NAMES.map((name) => join(from, name)).filter((candidate) => existsSync(candidate))
  if (path && other) throw refused(path, `There are two configuration files, ${path} and ${other}. Keep one.`)
  const above = dirname(from)
  return path ?? (above === from ? undefined : findConfigFile(above))
}

/**
 * Reads a configuration file: JSON, or a module whose default export is an object or a function that returns one. Throws a {@link
 * UsageError} for a file that cannot be read, and for unknown or misplaced options.
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const given = await contentOf(path)
  const example = "export default defineConfig({ crawl: { source: 'https://www.example.org' } })"
  if (!holdsOptions(given)) throw refused(path, `${path} gives no options. Let it export them: ${example}.`)
  const values: Record<string, unknown> = {}
  const sections: Partial<Record<Section, Record<string, unknown>>> = {}
  const set = (into: Record<string, unknown>, name: OptionName, value: unknown) => {
    const isRelative = typeof value === 'string' && value && isPath(name) && !value.startsWith('s3:')
    into[name] = isRelative ? resolve(dirname(path), value) : value
  }
  for (const [key, value] of entriesOf(given)) {
    if (isSection(key)) {
      if (!holdsOptions(value))
        throw refused(path, `"${key}" in ${path} must hold the options of that command: ${key}: { ${ownOptionOf(key)}: … }.`)
      const section: Record<string, unknown> = (sections[key] = {})
      for (const [name, its] of entriesOf(value)) {
        const option = name === 'token' ? undefined : optionOf(key, name)
        if (!option) throw refused(path, misplaced(name, path, key))
        set(section, option, its)
      }
    } else if (key !== 'token' && isOption(key) && isShared(key)) set(values, key, value)
    else throw refused(path, misplaced(key, path))
  }
  return { path, values, sections }
}

const holdsOptions = (given: unknown): given is object => typeof given === 'object' && given !== null && !Array.isArray(given)
const isSection = (key: string): key is Section => (SECTIONS as readonly string[]).includes(key)
const ownOptionOf = (section: Section): string =>
  OPTION_KEYS.find((key) => {
    const option = optionOf(section, key)
    return option && !isShared(option)
  }) ?? ''
const entriesOf = (options: object): [string, unknown][] =>
  Object.entries(options).filter(([name, value]) => name !== '$schema' && value !== undefined)

/** The sections that the other commands read. */
export const WITHOUT_SECTION: Readonly<Record<string, readonly Section[]>> = {
  export: ['crawl', 'build', 'check'],
  merge: ['build'],
  dev: ['build', 'serve'],
  doctor: ['crawl'],
  ...Object.fromEntries(
    ['report', 'apply', 'fleet', 'worker', 'status', 'config', 'init', 'demo', 'completion', 'help'].map((name) => [name, []]),
  ),
}

/** Why a name is misplaced, and where it belongs. */
function misplaced(name: string, path: string, section?: Section): string {
  if (name === 'token') return `${path} names a token. Keep it out of files: it is read from the environment only.`
  const where = `"${section ? `${section}.` : ''}${name}" in ${path}`
  const commands = commandsWith(name)
  const read = section ? undefined : WITHOUT_SECTION[name]
  if (read)
    return `${where} is not a section: ${read.length > 0 ? `that command reads ${new Intl.ListFormat('en').format(read)}` : 'that command has none'}.`
  if (commands.length === 0) return `${where} is not an option.${didYouMean(name, [...SECTIONS, ...OPTION_KEYS])}`
  const not = section ? ` and not of ${section}` : ' alone'
  if (isOption(name) && isShared(name)) return `${where} is an option of other commands${not}: write it at the top of the file.`
  return `${where} is an option of ${commands.join(' and ')}${not}: write ${commands.map((command) => `${command}: { ${name}: … }`).join(' or ')}.`
}

async function contentOf(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8')) as unknown
    const { default: given } = (await import(moduleOf(path))) as { default?: unknown }
    return typeof given === 'function' ? await (given as () => unknown)() : given
  } catch (error) {
    const known = explainReading(error, path)
    if (known !== error) throw known
    const asModule = error instanceof SyntaxError && /import statement|Unexpected token 'export'/.test(error.message)
    const advice = asModule ? ` Name it ${path.replace(/\.(ts|js)$/, '.m$1')}, since package.json says that files here are no modules.` : ''
    throw refused(path, `${placeOf(error) || path} cannot be read: ${sentence(error).replace(/\.$/, '')}.${advice}`, error)
  }
}

/** The file and line of a syntax error in TypeScript, where its stack starts. */
function placeOf(error: unknown): string {
  const [, file = '', line = ''] = /^(file:\S+):(\d+)\n/.exec((error instanceof Error && error.stack) || '') ?? []
  return file && `${fileURLToPath(file)}:${line}`
}

const readAt = new Map<string, number>()

/** Node caches modules permanently: one that has changed, as in a preview, is loaded from a different address. */
function moduleOf(path: string): string {
  const { mtimeMs } = statSync(path)
  const { href } = pathToFileURL(path)
  const firstMs = readAt.get(path) ?? mtimeMs
  readAt.set(path, firstMs)
  return firstMs === mtimeMs ? href : `${href}?${mtimeMs}`
}

const refused = (path: string, message: string, cause?: unknown): UsageError =>
  new UsageError(message, { cause, code: 'ERR_CONFIG_FILE', path })
