import type { CacheReader } from '../cache/reader.ts'
import { fieldOf, textIn } from './fields.ts'

/** Titles of the categories whose page is flagged as a stub (`CATEGORY_STUB`). Reads every cached category. */
export async function stubTitles(cache: CacheReader): Promise<Set<string>> {
  const stubs = new Set<string>()
  for await (const key of cache.keys('wiki')) {
    if (key.lang || !key.id.startsWith('CATEGORY/')) continue
    const text = (await cache.recordText(key)) ?? ''
    // Few pages mention a stub at all; only those are worth parsing.
    if (text.includes('STUB') && flagsOf(JSON.parse(text)).some((flag) => flag.endsWith('_STUB')))
      stubs.add(key.id.slice('CATEGORY/'.length))
  }
  return stubs
}

/** Flag ids: keys of an object in a wiki, strings or objects in a list. */
function flagsOf(record: unknown): string[] {
  const flags = fieldOf(record, 'flags')
  if (!Array.isArray(flags)) return Object.keys(typeof flags === 'object' && flags ? flags : {})
  return flags.map((flag: unknown) => (typeof flag === 'string' ? flag : textIn(flag, 'flagid')))
}
