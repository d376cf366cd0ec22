import { type CheckedSite, checkBuiltSite } from '../../library/check-site.ts'
import { fileListOf } from '../../publish/file-list.ts'
import { mediaFolderOf } from '../../publish/folders-beside.ts'
import type { Config } from '../../config/options.ts'
import { findingsInWords } from '../terminal/findings.ts'
import { showLive } from '../terminal/live.ts'
import { countOf, numberInWords, percentOf, timeInWords } from '../terminal/words.ts'
import { type Outcome, print } from './outcome.ts'

/** Checks a built site and reports the findings. */
export async function check(
  config: Config,
  signal: AbortSignal,
): Promise<Outcome<Omit<CheckedSite, 'hasCache' | 'hasList' | 'hasMedia'> & { ms: number }>> {
  const start = performance.now()
  let seen = { done: 0, known: 0 }
  const line = () => `Checking: ${numberInWords(seen.done)} of ${countOf(seen.known, 'file')}${percentOf(seen.done, seen.known)}`
  const live = showLive({ line }, config.quiet || config.json)
  const checked = checkBuiltSite(config, { signal, onProgress: (progress) => (seen = progress) })
  const { hasCache, hasList, hasMedia, ...result } = await checked.finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const looked = `Checked ${countOf(result.pages, 'page')} with ${countOf(result.references, 'internal link')} in ${timeInWords(ms)}`
  print(
    result.findings.length > 0 ? [`${looked}, and found:`, ...findingsInWords(result.findings), WHAT_TO_DO] : [`${looked}: all well.`],
    config,
  )
  if (!hasCache) print([`There is no finished crawl in ${config.cache}: files of a cache were not looked at.`], config)
  if (!hasMedia)
    print([`There is no ${mediaFolderOf(config.out)}, the media that the site shows from elsewhere: they were not looked at.`], config)
  if (!hasList) print([whyNotCompared(fileListOf(config.out))], config)
  return { exitCode: result.findings.length > 0 ? 1 : 0, report: { ...result, ms } }
}

/** A site without its list is not a problem: it may have been copied from elsewhere. */
const whyNotCompared = (path: string): string =>
  `There is no ${path}, the list of what was built: whether files were changed since was not looked at.`

const WHAT_TO_DO =
  'Build the site again, after a crawl with `verify` 100 if files of the cache are damaged. What is found even then comes from your own pages and components, or is a fault of Benchbook: please report it.'
