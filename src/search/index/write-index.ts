import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ContentError } from '../../errors.ts'
import { type IndexEntry, partOf } from '../index-list.ts'
import { canonicalizeIndex, headsFile, takeProgram } from '../pagefind/canonical-index.ts'
import type { IndexHead } from '../pagefind/index-head.ts'

/** Files that Pagefind writes for its own user interfaces, and its worker: see open-index.ts. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight|worker)\./

/**
 * Writes the files of one index below `folder`, its pages in packs, and returns its head. Pagefind's own `writeFiles` resolves while files
 * are still being written, which truncates files under load (https://github.com/Pagefind/pagefind/issues/1271).
 */
export async function writeIndex(
  made: readonly { path: string; content: Uint8Array }[],
  entry: IndexEntry,
  folder: string,
): Promise<IndexHead> {
  const files = new Map(made.filter(({ path }) => !UNUSED.test(path)).map(({ path, content }) => [path, content]))
  const head = canonicalizeIndex(files)
  const lost = head.packs.reduce((left, [pages]) => left - pages, entry.pages)
  if (lost !== 0)
    throw new ContentError(`Pagefind left out ${lost} of ${entry.pages} pages of the index in ${entry.lang}.`, {
      code: 'ERR_SEARCH_INDEX',
    })
  for (const [path, content] of takeProgram(files)) await write(join(folder, path), content)
  for (const [path, content] of files) await write(join(folder, entry.folder, path), content)
  return head
}

/**
 * Writes the heads of indexes that are searched together into one file, named in the first entry of them. Returns the names of all files.
 */
export async function writeHeads(heads: ReadonlyMap<IndexEntry, IndexHead>, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const together of Map.groupBy(heads, ([entry]) => partOf(entry)).values()) {
    const { name, bytes } = headsFile(new Map(together.map(([entry, head]) => [entry.folder, head])))
    await write(join(folder, name), bytes)
    names.push(name)
    const [[first] = []] = together
    if (first) first.heads = name
  }
  return names
}

async function write(target: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  // An existing file may also belong to the previous site.
  await rm(target, { force: true })
  await writeFile(target, content)
}
