import { basename, dirname, join } from 'node:path'
import { entriesBelow } from '../disk/files-below.ts'
import { sizeNow } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import { readFileList } from './file-list.ts'
import { isMediaFile } from './media.ts'

const FILES_BESIDE = ['sha256', 'state', 'changes.json', 'checked']
const FOLDERS_BESIDE = ['hosts', 'media']

/**
 * The files of a finished site and those beside it, which the next build needs, with their digests: `site/index.html`, `site.state`. Undefined
 * if no finished site is there.
 */
export async function filesOfSite(out: string) {
  const list = await readFileList(out)
  if (typeof list !== 'object') return undefined
  const { hashes } = list
  const own = Array.from(hashes, ([file, sha256]) => ({
    path: `site/${file}`,
    place: join(out, file),
    isMedium: isMediaFile(file),
    sha256,
  }))
  const beside = FILES_BESIDE.filter((end) => sizeNow(`${out}.${end}`) !== undefined)
  for (const folder of FOLDERS_BESIDE)
    for await (const { path, isFile } of entriesBelow(dirname(out), `${basename(out)}.${folder}`))
      if (isFile) beside.push(path.slice(basename(out).length + 1))
  const others = beside.map((end) => {
    const place = `${out}.${end}`
    return { path: `site.${end}`, place, isMedium: isMediaFile(end), sha256: sha256Of(place) }
  })
  return [...own, ...others]
}
