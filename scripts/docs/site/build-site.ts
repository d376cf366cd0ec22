import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { checkSite, type CheckResult } from '../../../src/check/check.ts'
import { ROOT } from '../../../src/installation.ts'
import { build, type Options } from '../../../src/library/library.ts'
import { type FileHashes, readFileList } from '../../../src/publish/file-list.ts'
import { writeDocs } from './write-cache.ts'

const DEMO = 'demo'
/** The demo leads back to the documentation, and the other way round, by a component that each has of its own. */
const componentsOf = (which: 'of-docs' | 'of-demo'): string => join(import.meta.dirname, which)

export interface DocsOptions {
  /** The path below which the documentation stands. */
  base: string
  /** Its public address; '' when nobody said. */
  site: string
  signal?: AbortSignal
}

/**
 * Builds the documentation below an empty folder, in its folder `site`, with the demo in a folder of that, and follows the links of both as of one site. What is
 * wrong with them is in `findings`, not thrown.
 */
export async function buildDocsSite(folder: string, { base, site, signal }: DocsOptions): Promise<CheckResult & { out: string }> {
  const root = base.replace(/(?<!\/)\/*$/, '/')
  const [cache, out, demo] = [join(folder, 'content-cache'), join(folder, 'site'), join(folder, DEMO)]
  await writeDocs(cache)
  const sites: Options[] = [
    { cache, out, base: root, site, name: 'Benchbook', components: componentsOf('of-docs') },
    { cache: join(ROOT, 'sample'), out: demo, base: `${root}${DEMO}/`, site, name: 'The Mendery', components: componentsOf('of-demo') },
  ]
  for (const options of sites) await build(options, signal && { signal })
  const built = new Map([
    ...(await hashesOf(out)),
    ...Array.from(await hashesOf(demo), ([file, sha256]) => [`${DEMO}/${file}`, sha256] as const),
  ])
  cpSync(demo, join(out, DEMO), { recursive: true })
  return { ...(await checkSite(out, { base: root, site, built, ...(signal && { signal }) })), out }
}

async function hashesOf(site: string): Promise<FileHashes> {
  const list = await readFileList(site)
  if (typeof list !== 'object') throw new Error(`The site in ${site} has no list of its files beside it.`)
  return list.hashes
}
