import { checkBuiltSite } from '../../library/check-site.ts'
import { fileListOf } from '../../publish/file-list.ts'
import { mediaFolderOf } from '../../publish/folders-beside.ts'
import type { Config } from '../../config/options.ts'
import { findingsInWords } from '../terminal/findings.ts'
import { showLive } from '../terminal/live.ts'
import { countOf, numberInWords, percentOf, timeInWords } from '../terminal/words.ts'
import { outcomeOf, print } from './outcome.ts'

/** Checks a built site and reports the findings. */
export async function check(config: Config, signal: AbortSignal) {
  const start = performance.now()
  let seen = { done: 0, known: 0 }
  const line = () => `Checking: ${numberInWords(seen.done)} of ${countOf(seen.known, 'file')}${percentOf(seen.done, seen.known)}`
  const live = showLive({ line }, config.quiet || config.json)
  const checked = checkBuiltSite(config, { signal, onProgress: (progress) => (seen = progress) })
  const { hasCache, hasList, hasMedia, ...result } = await checked.finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const looked = `Checked ${countOf(result.pages, 'page')} with ${countOf(result.references, 'internal link')} in ${timeInWords(ms)}`
  const lines =
    result.findings.length > 0 ? [`${looked}, and found:`, ...findingsInWords(result.findings), WHAT_TO_DO] : [`${looked}: all well.`]
  if (!hasCache) lines.push(`There is no finished crawl in ${config.cache}: files of a cache were not looked at.`)
  if (!hasMedia)
    lines.push(`There is no ${mediaFolderOf(config.out)}, the media that the site shows from elsewhere: they were not looked at.`)
  // A site without its list is not a problem: it may have been copied from elsewhere.
  if (!hasList)
    lines.push(`There is no ${fileListOf(config.out)}, the list of what was built: whether files were changed since was not looked at.`)
  print(lines, config)
  return outcomeOf(result.findings.length, { ...result, ms })
}

const WHAT_TO_DO =
  'Build the site again, after a crawl with `verify` 100 if files of the cache are damaged. What is found even then comes from your own pages and components, or is a fault of Benchbook: please report it.'
