import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../disk/atomic.ts'
import { SOURCE } from '../installation.ts'
import { stylesOf } from '../one-file/guide-page.ts'
import { type Shell, SHELL_FILE } from '../one-file/shell.ts'
import { oneFilePolicy } from '../policy.ts'
import { bundleScript } from './bundle-script.ts'

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
export async function placeShell(site: string, base: string): Promise<void> {
  const script = await readFile(join(site, SCRIPT), 'utf8')
  await rm(join(site, SCRIPT))
  const page = await firstGuide(site)
  if (page === undefined) return
  const sheets = stylesOf(page).map((href) => join(site, decodeURI(href.slice(base.replace(/\/$/, '').length))))
  const styles = await Promise.all([...sheets, STYLES].map((path) => readFile(path, 'utf8')))
  const style = styles.join('\n').replace(/@font-face\s*\{[^}]*\}/g, '')
  const shell: Shell = { style, script, policy: oneFilePolicy({ script: hashOf(script), style: hashOf(style) }) }
  await writeFile(join(site, SHELL_FILE), JSON.stringify(shell))
}

/** All guide pages have the same styles. */
async function firstGuide(site: string): Promise<string | undefined> {
  try {
    const [name] = (await readdir(join(site, 'guide'))).sort()
    return name && (await readFile(join(site, 'guide', name, 'index.html'), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
