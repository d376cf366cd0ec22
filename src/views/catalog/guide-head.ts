import { type GuideSummary, guideSchema, guideSummarySchema, type Prerequisite } from '../../model/guide.ts'
import { parse } from '../../model/parse.ts'
import { guideKey } from '../site/links.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/question.ts'
import { readIfReadable } from './records.ts'

/** A guide's list item; for a translation or an unlisted guide, its details. */
export const readHead = question('head of guide', async (site: Site, guideid: number): Promise<GuideSummary | Prerequisite | undefined> => {
  const entry = site.catalog.guides.get(guideid)
  const key = guideKey(site, guideid)
  if (!entry?.position || key.lang) return entry && readIfReadable(site.cache, key, guideSchema)
  const parsed = parse(guideSummarySchema, await site.cache.listItem('guides', entry.position))
  return parsed.ok ? parsed.value : undefined
})
