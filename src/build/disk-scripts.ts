import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { derivedSecret, type Manifest } from '../cache/layout.ts'
import { filesBelow } from '../disk/files-below.ts'
import { INDEX_FOLDER } from '../search/index-list.ts'
import { functionIn } from '../search/pagefind/classic.ts'
import { MODULE } from '../search/pagefind/format.ts'

/** What the search box says, a file per language. */
const WORDS = 'search/words.json'
/** What the page of tools reads, a folder per language. */
const TOOLS = 'tools'

/**
 * What only the pages of this site know. On a disk any page, such as one that was downloaded, may frame another or load its scripts: so pages answer only
 * frames of this name, and scripts bear it in theirs. A public site of a cache has another one than a site with its private records. 64 bits in hexadecimal.
 */
export const diskSecret = (manifest: Manifest, includePrivate: boolean): string =>
  derivedSecret(manifest.secret ?? JSON.stringify(manifest), includePrivate)

/**
 * Puts a script `FILE.SECRET.js` beside each file that scripts read, which holds the same: pages on a disk may load scripts, and fetch nothing (see
 * src/trusted/disk.ts). `languages` are the folders of translations. What is there stays: it came with the previous index.
 */
export async function placeDiskScripts(site: string, languages: readonly string[], secret: string): Promise<void> {
  const files = [WORDS, ...languages.map((lang) => `${lang}/${WORDS}`)].filter((file) => existsSync(join(site, file)))
  for (const folder of ['', ...languages.map((lang) => `${lang}/`)])
    for await (const file of filesBelow(site, `${folder}${TOOLS}`)) if (file.endsWith('.json')) files.push(file)
  for await (const file of filesBelow(site, INDEX_FOLDER)) if (!file.endsWith('.js') || basename(file) === MODULE) files.push(file)
  for (const file of files) {
    const path = join(site, `${file}.${secret}.js`)
    if (existsSync(path)) continue
    const bytes = await readFile(join(site, file))
    const content = basename(file) === MODULE ? functionIn(bytes.toString('utf8')) : JSON.stringify(bytes.toString('base64'))
    await writeFile(path, `benchbookFile(${content})\n`)
  }
}
