import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** A Chromium to start: where it lies, and what its process wants in its environment. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

const INSTALLED = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** CHROME_PATH, then an installed Chrome or Chromium, then the one among the packages (Linux on x64). */
export async function findChromium(): Promise<Chromium> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && !existsSync(CHROME_PATH)) throw new Error(`CHROME_PATH names ${CHROME_PATH}, which does not exist.`)
  const executablePath = CHROME_PATH ?? INSTALLED.find((path) => existsSync(path))
  if (executablePath) return { executablePath, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The browser tests need Chrome or Chromium: install one, or name its executable in CHROME_PATH.')
  return unpackedChromium()
}

async function unpackedChromium(): Promise<Chromium> {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json')
  const caches = resolve(dirname(manifest), '../.cache')
  const folder = join(caches, 'chromium-153.0.0')
  if (!existsSync(folder)) await unpackInto(folder, caches)
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** Unpacks aside and renames, so that a run cut short, or a second one at the same time, leaves nothing half done. */
async function unpackInto(folder: string, caches: string): Promise<void> {
  await mkdir(caches, { recursive: true })
  const aside = await mkdtemp(join(caches, 'unpacking-'))
  const before = { ...process.env }
  try {
    // The package reads both when it is imported, and unpacks into TMPDIR.
    Object.assign(process.env, { TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await useFontsBeside(aside, folder)
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error // else another run was faster
    })
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = before[name]
    }
    await rm(aside, { recursive: true, force: true })
  }
}

/** The package's font configuration names /tmp; ours names the fonts beside it and the machine's. */
async function useFontsBeside(aside: string, folder: string): Promise<void> {
  const path = join(aside, 'fonts/fonts.conf')
  const config = await readFile(path, 'utf8')
  const fonts = `<dir>${join(folder, 'fonts/fonts')}</dir>\n  <dir>/usr/share/fonts</dir>\n  <cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  await writeFile(path, config.replace(/<dir>[\s\S]*<\/cachedir>/, fonts))
}
