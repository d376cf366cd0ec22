import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explainReading, sentence, UsageError } from '../errors.ts'
import { isPath, type OptionName, OPTIONS } from './options.ts'

/** A configuration file as it was read: its options, with whole paths. */
export interface ConfigFile {
  path: string
  values: Readonly<Partial<Record<OptionName, unknown>>>
}

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `benchbook.config.${extension}`)

/** The configuration file in a folder, or else in the nearest one above that has one. Throws a {@link UsageError} where there are several. */
export function findConfigFile(from: string): string | undefined {
  const [path, other] = NAMES.map((name) => join(from, name)).filter((candidate) => existsSync(candidate))
  if (path && other) throw refused(path, `There are two configuration files, ${path} and ${other}. Keep one.`)
  const above = dirname(from)
  return path ?? (above === from ? undefined : findConfigFile(above))
}

/**
 * Reads a configuration file: JSON, or a module whose default export is an object or a function that gives one. `nearest` names the known word
 * most like a wrong one. Throws a {@link UsageError} for a file that cannot be read, and for what is no option.
 */
export async function readConfigFile(
  path: string,
  nearest: (word: string, known: readonly string[]) => string | undefined,
): Promise<ConfigFile> {
  const given = await contentOf(path)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refused(path, `${path} gives no options. Let it export them: export default defineConfig({ source: 'https://www.example.org' }).`)
  const known = Object.keys(OPTIONS) as OptionName[]
  const entries = Object.entries(given as Record<string, unknown>).filter(([name, value]) => name !== '$schema' && value !== undefined)
  for (const [name] of entries) {
    if (name === 'token') throw refused(path, `${path} names a token. Keep it out of files: it is read from the environment only.`)
    if (known.includes(name as OptionName)) continue
    const meant = nearest(name, known)
    throw refused(path, `"${name}" in ${path} is no option.${meant ? ` Did you mean "${meant}"?` : ''}`)
  }
  const whole = (name: string, value: unknown): unknown =>
    typeof value === 'string' && value && isPath(name as OptionName) && !value.startsWith('s3:') ? resolve(dirname(path), value) : value
  const values = entries.map(([name, value]) => [name, whole(name, value)])
  return { path, values: Object.fromEntries(values) as ConfigFile['values'] }
}

async function contentOf(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8')) as unknown
    const { default: given } = (await import(moduleOf(path))) as { default?: unknown }
    return typeof given === 'function' ? await givenBy(given as () => unknown) : given
  } catch (error) {
    const known = explainReading(error, path)
    if (known !== error) throw known
    const asModule = error instanceof SyntaxError && /import statement|Unexpected token 'export'/.test(error.message)
    const advice = asModule ? ` Name it ${path.replace(/\.(ts|js)$/, '.m$1')}, since package.json says that files here are no modules.` : ''
    throw refused(path, `${path} cannot be read: ${sentence(error).replace(/\.$/, '')}.${advice}`, error)
  }
}

const readAt = new Map<string, number>()

/** Node keeps a module for good: one that has changed since it was read first, as in a preview, has another address. */
function moduleOf(path: string): string {
  const { mtimeMs } = statSync(path)
  const { href } = pathToFileURL(path)
  const firstMs = readAt.get(path) ?? mtimeMs
  readAt.set(path, firstMs)
  return firstMs === mtimeMs ? href : `${href}?${mtimeMs}`
}

const givenBy = async (make: () => unknown): Promise<unknown> => make()

const refused = (path: string, message: string, cause?: unknown): UsageError =>
  new UsageError(message, { cause, code: 'ERR_CONFIG_FILE', path })
