import { readFile } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { type Shell, SHELL_VARIABLE, SUM_LENGTH, WORKER_FILE } from '../../app/shell.ts'
import { writeAtomically } from '../../disk/atomic.ts'
import { bytesNow } from '../../disk/read.ts'
import type { SiteFiles } from '../../publish/overlay.ts'
import { bundleScript } from '../classic-script.ts'

/** Bundles the service worker of a site; for a site that is not an app, one that removes the previous worker. */
export const makeWorker = (site: string, isApp: boolean): Promise<void> =>
  bundleScript(`app/worker/${isApp ? 'worker' : 'gone'}.ts`, join(site, WORKER_FILE))

/** What every page needs, or what leads to a page of ours when offline. */
const FIRST =
  /^(?:_astro\/.+\.(?:js|css)|favicon\.svg|logo\.\w+|fonts\/noto-sans-latin\.woff2|(?:kept|search)\/(?:index\.html|words\.json)|shopping\/index\.html)$/
/** The entry of the search; the program that reads the index is next to it. */
const INDEX_ENTRY = ['pagefind/indexes.json', 'pagefind/pagefind.js']
const LATER = /^(?:fonts\/.+\.woff2|_astro\/.+)$/
const OF_A_LANGUAGE = ['kept/index.html', 'kept/words.json', 'search/index.html', 'search/words.json', 'shopping/index.html']

/** Tells the service worker the files of the site's shell. All of them must exist. */
export async function writeShell(
  site: SiteFiles,
  { languages, lists, mediaBase }: { languages: readonly string[]; lists: Record<string, string>; mediaBase: string },
): Promise<void> {
  const files = [...(await Array.fromAsync(site.below('_astro'))), ...(await Array.fromAsync(site.below('fonts')))]
  const others = [
    'favicon.svg',
    ...['svg', 'png', 'webp', 'jpg', 'avif', 'gif'].map((kind) => `logo.${kind}`),
    ...OF_A_LANGUAGE,
    ...INDEX_ENTRY,
  ]
  const first: Record<string, string> = {}
  const later: Record<string, string> = {}
  const translated = languages.flatMap((lang) => OF_A_LANGUAGE.map((file) => `${lang}/${file}`))
  for (const file of [...files, ...others, ...translated].sort()) {
    const sum = sumOfFile(site, file)
    if (sum === undefined) continue
    if (FIRST.test(file) || INDEX_ENTRY.includes(file)) first[file] = sum
    else if (LATER.test(file) || translated.includes(file)) later[file] = sum
  }
  const id = hash('sha256', JSON.stringify([first, later])).slice(0, SUM_LENGTH)
  const shell: Shell = { id, lists, first, later, languages: [...languages], mediaBase }
  const path = site.at(WORKER_FILE)
  writeAtomically(path, `self.${SHELL_VARIABLE}=${JSON.stringify(shell)};\n${await readFile(path, 'utf8')}`)
}

/** The start of a file's SHA-256 in hex; undefined if there is no such file. */
export function sumOfFile({ at }: SiteFiles, file: string): string | undefined {
  const bytes = bytesNow(at(file))
  return bytes && hash('sha256', bytes).slice(0, SUM_LENGTH)
}
