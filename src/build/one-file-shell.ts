import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SOURCE } from '../installation.ts'
import { stylesOf } from '../one-file/guide-page.ts'
import { type Shell, SHELL_FILE } from '../one-file/shell.ts'
import { oneFilePolicy } from '../policy.ts'
import type { SiteFiles } from '../publish/overlay.ts'
import { bundleScript } from './classic-script.ts'

/** The script of guides in one file. It needs no page of the site. */
const ENTRY = 'components/guide/file/in-file.ts'
/** Styles of elements that only such a file has. */
const STYLES = join(SOURCE, 'styles/one-file.css')
/** Stored with the compiled pages until the shell is made from it. */
const SCRIPT = 'one-file.js'

/** Bundles the script of guides in one file. */
export const makeScriptInFile = (site: string): Promise<void> =>
  bundleScript(ENTRY, join(site, SCRIPT), { 'import.meta.env.RELATIVE_LINKS': 'true' })

/**
 * Writes what every guide in one file needs in addition to its content; the styles are those of the guide pages. A site without guides has
 * no shell.
 */
export async function placeShell(files: SiteFiles, base: string): Promise<void> {
  const { at } = files
  const script = await readFile(at(SCRIPT), 'utf8')
  await rm(at(SCRIPT))
  const page = await firstGuide(files)
  if (page === undefined) return
  const sheets = stylesOf(page).map((href) => at(decodeURI(href.slice(base.replace(/\/$/, '').length + 1))))
  const styles = await Promise.all([...sheets, STYLES].map((path) => readFile(path, 'utf8')))
  const style = styles.join('\n').replace(/@font-face\s*\{[^}]*\}/g, '')
  const shell: Shell = { style, script, policy: oneFilePolicy({ script: hashOf(script), style: hashOf(style) }) }
  await writeFile(at(SHELL_FILE), JSON.stringify(shell))
}

/** All guide pages have the same styles. */
async function firstGuide({ at, below }: SiteFiles): Promise<string | undefined> {
  const [first] = (await Array.fromAsync(below('guide'))).filter((file) => /^guide\/[^/]+\/index\.html$/.test(file)).sort()
  return first === undefined ? undefined : readFile(at(first), 'utf8')
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
