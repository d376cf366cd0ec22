import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { derivedSecret, type Manifest } from '../cache/layout.ts'
import type { SiteFiles } from '../publish/overlay.ts'
import { INDEX_FOLDER } from '../search/index-list.ts'
import { functionIn } from '../search/pagefind/classic.ts'
import { MODULE } from '../search/pagefind/format.ts'

/** The texts of the search box, a file per language. */
const WORDS = 'search/words.json'
/** The data of the page of tools, a folder per language. */
const TOOLS = 'tools'

/**
 * A secret that only the pages of this site know. On a disk, any page, such as a downloaded one, may frame another or load its scripts: so
 * pages answer only frames with this name, and it is part of their scripts' names. The public site of a cache and the one with private
 * records have different secrets. 64 bits in hexadecimal.
 */
export const diskSecret = (manifest: Manifest, includePrivate: boolean): string =>
  derivedSecret(manifest.secret ?? JSON.stringify(manifest), includePrivate)

/**
 * Writes a script `FILE.SECRET.js` with the same content next to each file that scripts read: pages on a disk may load scripts, but not
 * fetch files (see src/trusted/disk.ts). `languages` are the folders of translations. Existing scripts stay: they came with the previous
 * index.
 */
export async function placeDiskScripts({ at, below }: SiteFiles, languages: readonly string[], secret: string): Promise<void> {
  const files = [WORDS, ...languages.map((lang) => `${lang}/${WORDS}`)].filter((file) => existsSync(at(file)))
  for (const folder of ['', ...languages.map((lang) => `${lang}/`)])
    for await (const file of below(`${folder}${TOOLS}`)) if (file.endsWith('.json')) files.push(file)
  for await (const file of below(INDEX_FOLDER)) if (!file.endsWith('.js') || basename(file) === MODULE) files.push(file)
  for (const file of files) {
    const path = at(`${file}.${secret}.js`)
    if (existsSync(path)) continue
    const bytes = await readFile(at(file))
    const content = basename(file) === MODULE ? functionIn(bytes.toString('utf8')) : JSON.stringify(bytes.toString('base64'))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `benchbookFile(${content})\n`)
  }
}
