import { z } from 'zod'
import { RequestError } from '../../errors.ts'
import { parse } from '../../model/parse.ts'
import { text } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'
import { pageUrl } from '../endpoints.ts'
import { getJson, isTransientOrWrong } from '../json.ts'
import { asPage } from './lists.ts'
import type { Counters } from '../report/counters.ts'
import { OVERLAP_SECONDS } from '../revalidate/fingerprints.ts'
import type { Service } from '../service.ts'
import type { Store } from '../crawl-parts.ts'
import type { ListName } from '../../model/resources.ts'

const YEAR_SECONDS = 366 * 86_400
const MAX_PAGES = 1000

const titledSchema = z.object({ title: text })

/**
 * Requests the wikis of a list that changed since the last crawl began (specification, section 4.4). A service that ignores the parameter
 * also returns wikis for a date a year in the future: its answer is ignored, and age alone decides.
 */
export async function noteRecentWikis({ previous, freshness }: Store, service: Service, counters: Counters, list: ListName): Promise<void> {
  if (!previous || !freshness.isIncremental) return
  const now = Math.floor(Date.now() / 1000)
  const before = Math.floor(Date.parse(previous.manifest.startedAt) / 1000)
  // The clock was wrong, so that age alone decides.
  if (before > now) return
  const since = before - OVERLAP_SECONDS
  try {
    if ((await page(service, list, now + YEAR_SECONDS, 0)).length > 0) return
    const titles = new Set<string>()
    for (let offset = 0, pages = 0; pages < MAX_PAGES; pages++) {
      const found = await page(service, list, since, offset)
      const known = titles.size
      for (const title of found) titles.add(title)
      if (found.length === 0 || titles.size === known) return freshness.wikisChanged(list.slice('wikis-'.length), [...titles])
      offset += found.length
    }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    counters.warn(`The service did not say which wikis changed lately, so their age decides: ${error.message}`)
  }
}

async function page({ client, base, maxBodyBytes }: Service, list: ListName, since: number, offset: number): Promise<string[]> {
  const url = `${pageUrl(base, list, offset)}&modifiedSince=${since}`
  const { value } = await getJson(client, url, { maxBytes: maxBodyBytes, understand: asPage, retry: isTransientOrWrong })
  return value.flatMap((item) => {
    const wiki = parse(titledSchema, item)
    return wiki.ok ? [canonicalTitle(wiki.value.title)] : []
  })
}
