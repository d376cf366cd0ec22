import { checkSite, type CheckResult } from '../../src/check/check.ts'
import { fileListOf, readFileList } from '../../src/publish/file-list.ts'
import type { Finding } from '../../src/check/findings.ts'
import { originsHere } from '../../src/publish/loopback.ts'
import { readMarker } from '../../src/publish/marker.ts'
import type { Manifest } from '../../src/cache/layout.ts'
import { readFinished } from '../../src/cache/manifest.ts'
import { mediaFileOf } from '../../src/cache/media/stored-media.ts'
import { verifyMedia } from '../../src/cache/media/verify-media.ts'
import type { Config } from '../../src/config/options.ts'
import { CacheError } from '../../src/errors.ts'
import { findingsInWords } from '../terminal/findings.ts'
import { noSite } from './no-site.ts'
import { showLive } from '../terminal/live.ts'
import { countOf, numberInWords, timeInWords } from '../terminal/words.ts'
import { type Outcome, print } from './outcome.ts'

/** Checks a built site and tells what was found. */
export async function check(config: Config, signal: AbortSignal): Promise<Outcome<CheckResult & { ms: number }>> {
  const marker = await readMarker(config.out)
  if (!marker) throw noSite(config.out)
  const start = performance.now()
  let seen = { done: 0, known: 0 }
  const line = () => `Checking: ${numberInWords(seen.done)} of ${countOf(seen.known, 'file')}`
  const live = showLive({ block: () => [line()], line }, config.quiet || config.json)
  const manifest = await finishedManifest(config.cache)
  const list = await readFileList(config.out)
  const options = {
    ...marker,
    ...(typeof list === 'object' && { built: list.hashes }),
    loopback: manifest ? originsHere(manifest) : [],
    machinePaths: [`${config.out}.building`],
    signal,
    onProgress: (progress: typeof seen) => (seen = progress),
  }
  const result = await checkSite(config.out, options).finally(live.stop)
  if (list === 'foreign') result.findings.push(notItsList(fileListOf(config.out)))
  if (manifest) result.findings.push(...(await damagedIn(config.cache, signal)))
  const ms = Math.round(performance.now() - start)
  const looked = `Checked ${countOf(result.pages, 'page')} with ${countOf(result.references, 'internal link')} in ${timeInWords(ms)}`
  print(result.findings.length > 0 ? [`${looked}, and found:`, ...findingsInWords(result.findings)] : [`${looked}: all well.`], config)
  if (!manifest) print([`There is no finished crawl in ${config.cache}: files of a cache were not looked at.`], config)
  if (list === undefined) print([whyNotCompared(fileListOf(config.out))], config)
  return { exitCode: result.findings.length > 0 ? 1 : 0, report: { ...result, ms } }
}

/** Nothing is wrong with a site without its list: it may have been copied from elsewhere. */
const whyNotCompared = (path: string): string =>
  `There is no ${path}, the list of what was built: whether files were changed since was not looked at.`

const notItsList = (path: string): Finding => ({
  kind: 'changed file',
  what: `${path} is of another build, or it or the site's marker was changed: no file could be held against it`,
  pages: [path],
})

/** Of the cache that the site was made of, if it is there. */
async function finishedManifest(cache: string): Promise<Manifest | undefined> {
  try {
    return await readFinished(cache)
  } catch (error) {
    if (error instanceof CacheError) return undefined
    throw error
  }
}

async function damagedIn(cache: string, signal: AbortSignal): Promise<Finding[]> {
  const { damaged } = await verifyMedia(cache, { signal })
  return damaged.map((file) => ({ kind: 'damaged file', what: mediaFileOf(cache, file), pages: [mediaFileOf(cache, file)] }))
}
