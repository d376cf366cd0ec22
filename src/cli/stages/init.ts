import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import { findConfigFile } from '../../config/config-file.ts'
import { isShared, type OptionName, OPTIONS } from '../../config/options.ts'
import { readConfig } from '../../config.ts'
import { readIfExists } from '../../disk/read.ts'
import { IS_CHECKOUT, ROOT } from '../../installation.ts'
import { explainSystem, InterruptedError, isBenchbookError, sentence, SystemError, UsageError, wrongOption } from '../../errors.ts'
import { VERSION } from '../../product.ts'
import { jsonInFlags } from '../terminal/flags.ts'
import { CI, type Ci, IGNORED, isCi } from './ci.ts'
import { noService } from './outcome.ts'

/** The questions in order; all answers except the first may be empty. */
export const QUESTIONS = {
  source: 'Which service do you want to copy? Its address',
  contact: 'How can its operator reach you? An email address or page',
  name: "What is your copy called? Leave empty to use the service's name",
  site: 'Where will the copy be published? Its public address',
  lang: 'Which languages besides its own? Such as de,fr, or all',
} as const satisfies Partial<Record<OptionName, string>>
const CONFIG_FILE = 'benchbook.config.mts'
type Asked = keyof typeof QUESTIONS
const NAMES = Object.keys(QUESTIONS) as Asked[]

/** The answers known in advance, and the services that run the nightly export: names of {@link CI}, separated by commas. */
export type Given = Readonly<Partial<Record<Asked | 'ci', string>>> & { readonly json?: boolean }

type Ask = (question: string) => Promise<string>

/** Writes the starter files of a copy into a folder, without overwriting any. `ask` asks the user, if the session is interactive. */
export async function init(folder: string, given: Given, ask?: Ask): Promise<0> {
  const there = findConfigFile(folder)
  const isConfigured = there !== undefined && dirname(there) === folder
  if (isConfigured && (!given.ci || NAMES.some((name) => given[name] !== undefined)))
    throw new UsageError(
      `There is a configuration file already: ${there}. Change that one, remove it first, or add a job alone with --ci.`,
      { code: 'ERR_CONFIG_FILE', path: there },
    )
  const runners = runnersIn(given.ci ?? 'github')
  const answers: [OptionName, unknown][] = []
  for (const name of isConfigured ? [] : NAMES) {
    const value = await answerTo(name, given[name], ask)
    if (String(value) !== '') answers.push([name, value])
    if (name === 'site' && /\.github\.io(?:\/|$)/.test(String(value)) && runners.includes('github'))
      answers.push(['target', ['github-pages']])
  }
  const configuration = isConfigured ? {} : { [CONFIG_FILE]: configText(answers) }
  const files = Object.assign(configuration, ...runners.map((runner) => CI[runner])) as Record<string, string>
  const [written, left]: [string[], string[]] = [[], []]
  try {
    for (const [name, text] of Object.entries(files)) ((await writeNew(join(folder, name), text)) ? written : left).push(name)
    const ignored = await ignore(join(folder, '.gitignore'))
    const hasJob = Object.keys(files).some((name) => name !== CONFIG_FILE)
    if (hasJob && !IS_CHECKOUT) written.push(...(await vendor(folder)))
    if (given.json) console.log(jsonInFlags({ written, left, ignored }))
    else tell(written, left, ignored, hasJob && IS_CHECKOUT)
  } catch (error) {
    throw explainSystem(error, folder)
  }
  return 0
}

function tell(written: readonly string[], left: readonly string[], ignored: readonly string[], lacksPackage: boolean): void {
  for (const name of written) console.log(`Wrote ${name}.`)
  for (const name of left) console.log(`Left ${name} as it is.`)
  if (ignored.length > 0) console.log(`Added ${ignored.join(', ')} to .gitignore.`)
  if (lacksPackage)
    console.log(
      `The job installs with "npm ci": put the package that "npm pack" makes of the checkout into ${TARBALL}, and run "npm install ./${TARBALL}".`,
    )
  console.log('Next: npx --no -- benchbook export, and npx --no -- benchbook serve. "npx --no -- benchbook config" shows every setting.')
}

/** Repeats the question after an invalid answer, if the session is interactive. */
async function answerTo(name: Asked, given: string | undefined, ask: Ask | undefined): Promise<unknown> {
  if (given !== undefined || !ask) return meaningOf(name, given ?? '')
  for (;;) {
    try {
      return meaningOf(name, await ask(`${QUESTIONS[name]}: `))
    } catch (error) {
      if (!isBenchbookError(error) || error instanceof InterruptedError) throw error
      console.log(sentence(error))
    }
  }
}

/** An empty answer means the default, except for the service. */
function meaningOf(name: Asked, text: string): unknown {
  if (text.trim() !== '') {
    const config = readConfig({ [name]: text.trim() }, {})
    return name === 'site' ? text.trim() : config[name]
  }
  if (name !== 'source') return OPTIONS[name].fallback
  throw noService()
}

/** Adds missing lines to a .gitignore and returns them. */
async function ignore(path: string): Promise<string[]> {
  const before = (await readIfExists(path)) ?? ''
  const missing = IGNORED.filter((line) => !before.split(/\r?\n/).includes(line))
  if (missing.length > 0) await appendFile(path, `${before && !before.endsWith('\n') ? '\n' : ''}${missing.join('\n')}\n`)
  return missing
}

/** False if the file already exists. */
async function writeNew(path: string, text: string): Promise<boolean> {
  if (existsSync(path)) return false
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return true
}

function runnersIn(text: string): Ci[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    if (isCi(name)) return name
    throw wrongOption('ci', `--ci must be ${Object.keys(CI).join(', ')}, or several of them with commas, not ${JSON.stringify(name)}.`)
  })
}

/** The content of benchbook.config.mts. It imports only a type, so it works wherever the program is installed. */
function configText(answers: readonly (readonly [name: OptionName, value: unknown])[]): string {
  const lines = (indent: string, isMeant: (name: OptionName) => boolean): string =>
    answers
      .filter(([name]) => isMeant(name))
      .map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)},\n`)
      .join('')
  const section = (command: 'crawl' | 'build'): string => {
    const own = lines('    ', (name) => !isShared(name) && OPTIONS[name].commands[0] === command)
    return own && `  ${command}: {\n${own}  },\n`
  }
  return `import type { UserConfig } from 'benchbook'

export default {
${lines('  ', isShared)}${section('crawl')}${section('build')}} satisfies UserConfig
`
}

const VENDOR = 'vendor'
/** The package as a file of the repository, until it is in a registry. */
const TARBALL = `${VENDOR}/benchbook-${VERSION}.tgz`

/**
 * Copies the running package into a folder, and adds it to its package.json and lockfile as a dependency, so that `npm ci` installs it in
 * any clone. Returns the names of the written files: none if package.json names a package that every clone can install.
 */
async function vendor(folder: string): Promise<string[]> {
  const about = await readIfExists(join(folder, 'package.json'))
  const { dependencies = {} } = JSON.parse(about ?? '{}') as { dependencies?: Record<string, string> }
  const { benchbook } = dependencies
  const isInClones = benchbook !== undefined && !/^(?:file|link):(?:\.?\/)*(?:\.\.|\/|[A-Z]:)/i.test(benchbook)
  if (isInClones && (await readIfExists(join(folder, 'package-lock.json'))) !== undefined) return []
  if (!isInClones) await mkdir(join(folder, VENDOR), { recursive: true })
  try {
    if (!isInClones) await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', relative(ROOT, join(folder, VENDOR)))
    await npm(folder, 'install', '--package-lock-only', '--prefer-offline', ...(isInClones ? [] : ['--save-prod', `./${TARBALL}`]))
  } catch (cause) {
    const [, why = 'npm ended without a reason'] = /^npm error (?!code|errno|syscall)(.+?)\.?$/m.exec(String(cause)) ?? []
    const command = isInClones ? 'npm install' : `npm install ./${TARBALL}`
    throw new SystemError(
      `npm could not add Benchbook to ${join(folder, 'package.json')}: ${why}. Run "${command}" there, or the job cannot install it.`,
      { cause, path: folder },
    )
  }
  return [...(isInClones ? [] : [TARBALL, 'package.json']), 'package-lock.json']
}

/** Under npx, the environment names npx's own folder, which `--prefix` overrides. */
const npm = (cwd: string, ...words: string[]) =>
  promisify(execFile)('npm', [...words, '--prefix', '.', '--no-audit', '--no-fund'], { cwd, shell: process.platform === 'win32' })

/** Asks questions at the terminal; undefined if it is not interactive. Ctrl+C and Ctrl+D throw an {@link InterruptedError} from a question. */
export function startAsking() {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const end = new AbortController()
  terminal.on('SIGINT', () => terminal.close())
  terminal.once('close', () => end.abort())
  const ask = async (question: string): Promise<string> => {
    try {
      return await terminal.question(question, { signal: end.signal })
    } catch (cause) {
      throw new InterruptedError('Interrupted. Nothing was written.', { cause })
    }
  }
  return { ask, close: () => terminal.close() }
}
