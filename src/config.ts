import { delimiter, dirname } from 'node:path'
import type { Settings } from './config/config-file.ts'
import type { OptionSpec } from './config/option.ts'
import { type Config, keyOf, type OptionName, OPTION_NAMES, OPTIONS } from './config/options.ts'
import { UsageError } from './errors.ts'

/** `maxMediaBytes` → `--max-media-bytes`; a switch that is on by default has a flag to switch it off. */
export const flagOf = (name: OptionName): string => (OPTIONS[name] as OptionSpec).flag ?? ownFlagOf(name)
/** The flag that is called like the option, for a command that has two options with one flag. */
export const ownFlagOf = (name: OptionName): string =>
  `--${isOnByDefault(name) ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
/** True for a switch that is on unless somebody switches it off. */
export const isOnByDefault = (name: OptionName): boolean => OPTIONS[name].fallback === true
/** `maxMediaBytes` → `BENCHBOOK_MAX_MEDIA_BYTES`. */
export const variableOf = (name: OptionName): string => `BENCHBOOK_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Where the value of an option comes from. */
export type Origin = 'flag' | 'environment' | 'file' | 'default'

/**
 * The whole configuration: flags first, then the environment, then the configuration file, then the defaults. Throws a {@link UsageError} that
 * names the flag, variable or file, the value and what would be right.
 */
export function readConfig(
  flags: Readonly<Record<string, unknown>> = {},
  env: NodeJS.ProcessEnv = process.env,
  file?: Settings,
  onOrigin?: (name: OptionName, origin: Origin) => void,
): Config {
  const origins: Partial<Record<OptionName, Origin>> = {}
  const entries = OPTION_NAMES.map((name) => {
    const { schema, fallback, expects } = OPTIONS[name] as OptionSpec
    const { origin, words, given } = givenFor(name, flags, env, file)
    origins[name] = origin
    onOrigin?.(name, origin)
    if (origin === 'default') return [name, fallback]
    const result = schema.safeParse(origin === 'file' ? asText(given) : given)
    if (!result.success)
      throw new UsageError(`${words} must be ${expects}, not ${name === 'token' ? 'what it is' : JSON.stringify(given)}.`, {
        code: 'ERR_OPTION',
        option: name,
      })
    return [name, result.data]
  })
  const config = Object.fromEntries(entries) as Config
  const { site, base } = atItsPath(config, origins.base !== 'default')
  if (base !== config.base && origins.site) onOrigin?.('base', origins.site)
  return { ...config, site, base }
}

/** The path of `site` is the base: from here on `site` is the scheme and host alone. */
function atItsPath({ site, base }: Config, isBaseGiven: boolean): Pick<Config, 'site' | 'base'> {
  const { origin, pathname } = new URL(site || 'http://localhost')
  if (pathname === '/') return { site, base }
  const path = `${pathname}/`
  const isTaken = OPTIONS.base.schema.safeParse(path).success
  if (isTaken && (!isBaseGiven || base.replace(/\/?$/, '/') === path)) return { site: origin, base: path }
  const why = isTaken
    ? `and \`base\` says ${base}: leave out one of the paths`
    : `which is no path for a site: \`base\` must be ${OPTIONS.base.expects}`
  throw new UsageError(`The path of \`site\` ${site} says that the site is served under ${path}, ${why}.`, {
    code: 'ERR_OPTION',
    option: 'base',
  })
}

/** What is given for an option, by whom, and how a message calls it. */
function givenFor(
  name: OptionName,
  flags: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  file: Settings | undefined,
): { origin: Origin; words: string; given?: unknown } {
  if (flags[name] !== undefined) return { origin: 'flag', words: flagOf(name), given: flags[name] }
  const variable = variableOf(name)
  if (env[variable]) return { origin: 'environment', words: variable, given: env[variable] }
  if (file?.values[name] !== undefined) {
    const section = file.sectionOf?.[name]
    return { origin: 'file', words: `"${section ? `${section}.` : ''}${keyOf(name)}" in ${file.path}`, given: file.values[name] }
  }
  return { origin: 'default', words: '' }
}

/** The schemas read the texts of a command line: a list as one with commas, a number in digits. Switches are what they are. */
const asText = (given: unknown): unknown => {
  if (typeof given === 'number') return String(given)
  return Array.isArray(given) ? given.join(',') : given
}

/** Variables that are called like ours and mean nothing: a misspelt one would be passed over. */
export function unknownVariables(env: NodeJS.ProcessEnv = process.env): string[] {
  const known = new Set(OPTION_NAMES.map(variableOf))
  return Object.keys(env).filter((name) => name.startsWith('BENCHBOOK_') && env[name] !== '' && !known.has(name))
}

/** The configuration as environment variables, for code that Astro runs (it reads them back with {@link readConfig}). The token stays out. */
export function toEnvironment(config: Config): Record<string, string> {
  const entries = OPTION_NAMES.filter((name) => name !== 'token').map((name): [string, string] => [
    variableOf(name),
    Array.isArray(config[name]) ? config[name].join(',') : String(config[name]),
  ])
  return Object.fromEntries(entries)
}

/** The folder that relative paths are meant from: `npm run` moves to the package's and leaves the person's own in INIT_CWD. */
export function userCwd(env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): string {
  const movedByNpm = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd
  return (movedByNpm && env.INIT_CWD) || cwd
}

/** The folders in which the system looks for programs. */
export const programFolders = (env: NodeJS.ProcessEnv = process.env): string[] => (env.PATH ?? '').split(delimiter).filter(Boolean)

/** The browser that CHROME_PATH names, as other programs that drive one have it. */
export const chromePath = (env: NodeJS.ProcessEnv = process.env): string | undefined => env.CHROME_PATH || undefined

/** What signs requests to object storage, as other programs have it: keys, region, and an endpoint where no option names one. */
export function storeAccess(env: NodeJS.ProcessEnv = process.env) {
  return {
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    endpoint: env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || '',
  }
}

/** What a browser needs of our environment: where things lie, which language and time it is. */
const BROWSER_VARIABLES =
  /^(path|home|user|logname|lang|language|lc_\w+|tz|tmpdir|temp|tmp|display|wayland_display|xauthority|xdg_\w+|dbus_session_bus_address|fontconfig_\w+|ld_library_path|systemroot|systemdrive|windir|comspec|pathext|userprofile|appdata|localappdata|program\w*(\(x86\))?|number_of_processors)$/i

/** The environment of a browser that we start: without the token, and whatever else is nobody's business. */
export function browserEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && BROWSER_VARIABLES.test(entry[0])),
  )
}
