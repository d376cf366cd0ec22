import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import nodeModule from 'node:module' // An old Node has no findPackageJSON to import.
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { explainSystem, UsageError } from '../errors.ts'
import { IS_CHECKOUT } from '../installation.ts'
import { CHROMIUM_VERSION } from '../product.ts'

/** A Chromium to start: its path, and its environment if it differs from ours. */
export interface Chromium {
  executablePath: string
  env?: Record<string, string>
}

const INSTALLED = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]
const PACKAGE = '@sparticuz/chromium'
const WHAT_TO_DO = 'Install Chrome or Chromium, or name its executable in CHROME_PATH.'

/**
 * The Chromium in `named` (CHROME_PATH), otherwise an installed Chrome or Chromium, otherwise the packaged one, which is for Linux on x64;
 * `packagedFirst` prefers that to an installed one. Throws a {@link UsageError} if there is none.
 */
export async function findChromium(named: string | undefined, { packagedFirst = false } = {}): Promise<Chromium> {
  if (named && !existsSync(named))
    throw new UsageError(`CHROME_PATH names ${named}, which does not exist. ${WHAT_TO_DO}`, { code: 'ERR_BROWSER', path: named })
  const hasPackage = process.platform === 'linux' && process.arch === 'x64'
  const home = hasPackage ? folderOf(PACKAGE) : undefined
  const executablePath = named ?? (packagedFirst && home ? undefined : INSTALLED.find((path) => existsSync(path)))
  if (executablePath) return { executablePath }
  if (!home)
    throw new UsageError(
      `This needs Chrome or Chromium, and there is none on this machine. ${WHAT_TO_DO}${hasPackage ? ` ${orPackage()}` : ''}`,
      { code: 'ERR_BROWSER' },
    )
  return unpacked(home)
}

function orPackage(): string {
  if (IS_CHECKOUT) return 'Or run "npm ci" without --omit=dev in the folder of Benchbook, which brings one.'
  const packages = `${PACKAGE}@${CHROMIUM_VERSION}${hasDriver() ? '' : ' playwright-core'}`
  return `Or run "npm install ${packages}" beside Benchbook, which brings one.`
}

/** True if the package that drives browsers is installed. */
export const hasDriver = (): boolean => folderOf('playwright-core') !== undefined

/** A package's folder; undefined if it is not installed. */
function folderOf(name: string): string | undefined {
  try {
    const about = nodeModule.findPackageJSON(name, import.meta.url)
    return about && dirname(about)
  } catch {
    return undefined // not installed: there is no other error here
  }
}

async function unpacked(home: string): Promise<Chromium> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  const caches = join(home, '../../.cache')
  const folder = join(caches, `chromium-${version}`)
  if (!existsSync(folder)) await unpackInto(folder, caches, home)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: homedir(),
      TMPDIR: tmpdir(),
    },
  }
}

/** Unpacks into a temporary folder and renames it, so that an interrupted or concurrent run leaves nothing incomplete. */
async function unpackInto(folder: string, caches: string, home: string): Promise<void> {
  let aside: string | undefined
  try {
    await mkdir(caches, { recursive: true })
    aside = await mkdtemp(join(caches, 'unpacking-'))
    // In a child process: the package unpacks into TMPDIR, and changes the environment of the process that imports it. In its own folder it
    // is found by its name.
    const unpack = `const { default: chromium } = await import('${PACKAGE}'); await chromium.executablePath()`
    const env = { TMPDIR: aside, HOME: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], { cwd: home, env })
    await useFontsBeside(aside, folder)
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error // otherwise a concurrent run was faster
    })
  } catch (error) {
    throw explainSystem(error, folder)
  } finally {
    if (aside) await rm(aside, { recursive: true, force: true })
  }
}

/** The package's font configuration uses /tmp; ours names the fonts next to it and the machine's. */
async function useFontsBeside(aside: string, folder: string): Promise<void> {
  const path = join(aside, 'fonts/fonts.conf')
  const config = await readFile(path, 'utf8')
  const fonts = `<dir>${join(folder, 'fonts/fonts')}</dir>\n  <dir>/usr/share/fonts</dir>\n  <cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  await writeFile(path, config.replace(/<dir>[\s\S]*<\/cachedir>/, fonts))
}
