import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../../../src/disk/files-below.ts'

/**
 * The files that depend on the whole site, and legitimately differ if it has more content: the home page, lists and their further pages,
 * the search with its index, all tools, the download lists and the service worker, which names them, and totals. Users are included: a
 * guide that claims a user as its author is listed on their page.
 */
const OF_THE_WHOLE =
  /^(\.benchbook\.json$|index\.html|404\.html|about\/|category\/index\.html|category\/page\/|tag\/index\.html|tag\/page\/|team\/index\.html|tools\/|user\/|search\/|app\/\w+\.json$|service-worker\.js$|pagefind\/|sitemap|llms\.txt|(.+\/)?feed\.(xml|json)$|copy\.json|robots\.txt|_headers)/

/** Hashes of all files of a site that must be the same, independent of other content of its service. */
export async function lastingFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const file of filesBelow(folder)) if (!OF_THE_WHOLE.test(file)) files.set(file, await hashOf(join(folder, file)))
  return files
}

/** The listed files that a site lacks or has differently. */
export async function differingFiles(files: ReadonlyMap<string, string>, folder: string): Promise<string[]> {
  const differ: string[] = []
  for (const [file, expected] of files) if ((await hashOf(join(folder, file))) !== expected) differ.push(file)
  return differ
}

const hashOf = (path: string): Promise<string> =>
  readFile(path).then(
    (bytes) => hash('sha256', bytes),
    () => 'missing',
  )
