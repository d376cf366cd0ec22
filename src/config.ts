import { delimiter, dirname } from 'node:path'
import type { Settings } from './config/config-file.ts'
import type { OptionSpec } from './config/option.ts'
import { type Config, optionKey, type OptionName, OPTION_NAMES, OPTIONS } from './config/options.ts'
import { wrongOption } from './errors.ts'

/** `maxMediaBytes` → `--max-media-bytes`; a switch that is on by default has a flag to disable it. */
export const flagOf = (name: OptionName): string => (OPTIONS[name] as OptionSpec).flag ?? ownFlagOf(name)
/** The flag with the option's own name, for a command that has two options with the same flag. */
export const ownFlagOf = (name: OptionName): string =>
  `--${isOnByDefault(name) ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
/** True for a switch that is on unless it is disabled. */
export const isOnByDefault = (name: OptionName): boolean => OPTIONS[name].fallback === true
/** The default of an option as text; '' for none and for switches. */
export const presetOf = (name: OptionName): string => {
  const { fallback } = OPTIONS[name]
  return typeof fallback === 'boolean' ? '' : String(fallback)
}
/** `maxMediaBytes` → `BENCHBOOK_MAX_MEDIA_BYTES`. */
export const variableOf = (name: OptionName): string => `BENCHBOOK_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

type Flags = Readonly<Record<string, unknown>>
/** The origin of an option's value. */
export type Origin = 'flag' | 'environment' | 'file' | 'default'

/**
 * The effective configuration: flags, then the environment, then the configuration file, then the defaults. Throws a {@link UsageError}
 * that names the flag, variable or file, the value, and what is expected.
 */
export function readConfig(
  flags: Flags = {},
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
    if (!result.success) throw wrongOption(name, `${words} must be ${expects}, not ${name === 'token' ? 'the one given' : shown(given)}.`)
    return [name, result.data]
  })
  const config = Object.fromEntries(entries) as Config
  const { site, base } = atItsPath(config, origins.base !== 'default')
  if (base !== config.base && origins.site) onOrigin?.('base', origins.site)
  return { ...config, site, base }
}

/** The path of `site` becomes the base; afterwards `site` is the scheme and host alone. */
function atItsPath({ site, base }: Config, isBaseGiven: boolean): Pick<Config, 'site' | 'base'> {
  const { origin, pathname } = new URL(site || 'http://localhost')
  if (pathname === '/') return { site, base }
  const path = `${pathname}/`
  const isTaken = OPTIONS.base.schema.safeParse(path).success
  if (isTaken && (!isBaseGiven || base.replace(/\/?$/, '/') === path)) return { site: origin, base: path }
  const why = isTaken
    ? `and \`base\` says ${base}: leave out one of the paths`
    : `which is no path for a site: \`base\` must be ${OPTIONS.base.expects}`
  throw wrongOption('base', `The path of \`site\` ${site} says that the site is served under ${path}, ${why}.`)
}

/** The given value of an option, its origin, and its name in messages. */
function givenFor(
  name: OptionName,
  flags: Flags,
  env: NodeJS.ProcessEnv,
  file?: Settings,
): { origin: Origin; words: string; given?: unknown } {
  if (flags[name] !== undefined) return { origin: 'flag', words: flagOf(name), given: flags[name] }
  const variable = variableOf(name)
  if (env[variable]) return { origin: 'environment', words: variable, given: env[variable] }
  if (file?.values[name] !== undefined) {
    const section = file.sectionOf?.[name]
    return { origin: 'file', words: `"${section ? `${section}.` : ''}${optionKey(name)}" in ${file.path}`, given: file.values[name] }
  }
  return { origin: 'default', words: '' }
}

/** Converts values to the command line's text, which the schemas parse: lists with commas, numbers in digits. Switches are unchanged. */
const asText = (given: unknown): unknown => (typeof given === 'number' || Array.isArray(given) ? String(given) : given)

/** A wrong value in a message: of an object its type, such as URL. */
export function shown(given: unknown): string {
  if (typeof given === 'string' || Array.isArray(given)) return JSON.stringify(given)
  if (typeof given === 'function') return 'a function'
  return typeof given === 'object' && given ? `an object of the type ${Object.prototype.toString.call(given).slice(8, -1)}` : String(given)
}

/** Unknown variables with our prefix: misspelled ones would otherwise be ignored. */
export function unknownVariables(env: NodeJS.ProcessEnv = process.env): string[] {
  const known = new Set(OPTION_NAMES.map(variableOf))
  return Object.keys(env).filter((name) => name.startsWith('BENCHBOOK_') && env[name] !== '' && !known.has(name))
}

/** The options by name, as texts that the environment could have. The token is omitted. */
export const optionTexts = (config: Config): Record<string, string> =>
  Object.fromEntries(OPTION_NAMES.filter((name) => name !== 'token').map((name) => [name, String(config[name])]))

const asVariables = (options: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, text]) => [variableOf(name as OptionName), text]))

/**
 * The configuration as environment variables, for code that Astro runs (which reads them with {@link readConfig}). The token is omitted.
 */
export const toEnvironment = (config: Config): Record<string, string> => asVariables(optionTexts(config))

/**
 * The environment of a command for one service of a fleet: ours, with these options in place of our own, and as the token that of
 * FLEET_TOKEN_<SERVICE>.
 */
export function serviceEnvironment(service: string, options: Readonly<Record<string, string>>, env = process.env): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^(?:BENCHBOOK|FLEET_TOKEN)_/.test(name))
  const token = env[tokenVariable(service)]
  return { ...Object.fromEntries(others), ...asVariables({ ...options, ...(token && { token }) }) }
}

/** The variable with the token of a fleet's service. */
export const tokenVariable = (service: string): string => `FLEET_TOKEN_${service.replace(/\W/g, '_').toUpperCase()}`

/** A sentence of a command for a service of a fleet, where flags are fields: --source → "source". */
export const asFleetOptions = (sentence: string, service: string): string =>
  sentence.replace(/--[a-z][\w-]*/g, (flag) => {
    const name = OPTION_NAMES.find((name) => flagOf(name) === flag)
    return name === 'token' ? tokenVariable(service) : name ? `"${name}"` : flag
  })

/** The base of relative paths: `npm run` changes to the package's folder and stores the user's own in INIT_CWD. */
export function userCwd(env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): string {
  const movedByNpm = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd
  return (movedByNpm && env.INIT_CWD) || cwd
}

/** The folders in which the system looks for programs. */
export const programFolders = (env: NodeJS.ProcessEnv = process.env): string[] => (env.PATH ?? '').split(delimiter).filter(Boolean)

/** The browser named by CHROME_PATH, as in other programs that drive one. */
export const chromePath = (env: NodeJS.ProcessEnv = process.env): string | undefined => env.CHROME_PATH || undefined

/** Credentials for object storage from the usual variables: keys, region, and an endpoint if no option names one. */
export function storeAccess(env: NodeJS.ProcessEnv = process.env) {
  return {
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    endpoint: env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || '',
  }
}

/** The variables that a browser needs: paths, language and time zone. */
const BROWSER_VARIABLES =
  /^(path|home|user|logname|lang|language|lc_\w+|tz|tmpdir|temp|tmp|display|wayland_display|xauthority|xdg_\w+|dbus_session_bus_address|fontconfig_\w+|ld_library_path|systemroot|systemdrive|windir|comspec|pathext|userprofile|appdata|localappdata|program\w*(\(x86\))?|number_of_processors)$/i

/** The environment of a browser that we start, without the token and other unneeded variables. */
export function browserEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const own = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && BROWSER_VARIABLES.test(entry[0]))
  return Object.fromEntries(own)
}
