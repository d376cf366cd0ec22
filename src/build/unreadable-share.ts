import { basename } from 'node:path'
import type { CacheReader } from '../cache/reader.ts'
import { ContentError } from '../errors.ts'
import { LIST_NAMES } from '../model/resources.ts'
import { readMarker } from '../publish/marker.ts'
import type { Unreadable } from '../views/catalog/unreadable.ts'

/** Records that have pages of their own. */
const PAGE_KINDS = ['guide', 'wiki', 'user'] as const
/** So few never keep a site from being replaced: a small site would not get over one of them. A list of which nothing is left does. */
const FEW = 10

/** What of one kind cannot be shown: how it is called, how much there is in all, and the reason of the first. */
interface Loss {
  what: string
  lost: number
  all: number
  first: string
}

/**
 * Throws a {@link ContentError} where a site stands in `out` and more than `allowPercent` of the cache's records of a kind, or of the lines of
 * a list, cannot be read: the cache is damaged then, and what would take the site's place is worse than what is there.
 */
export async function refuseTooUnreadable(
  cache: CacheReader,
  out: string,
  { unreadable, allowPercent }: { unreadable: readonly Unreadable[]; allowPercent: number },
): Promise<void> {
  if (unreadable.length === 0 || !(await readMarker(out))) return
  for (const { what, lost, all, first } of [...(await lostRecords(cache, unreadable)), ...(await lostLines(cache, unreadable))]) {
    const percent = (100 * lost) / all
    if (percent <= allowPercent) continue
    throw new ContentError(
      `Of ${all} ${what} in the cache ${lost} cannot be shown, and \`allowUnreadable\` allows ${allowPercent} %. The site of before stays. The first: ${first} Crawl again, or run it again with \`allowUnreadable\` ${Math.ceil(percent)} to replace the site all the same.`,
      { code: 'ERR_UNREADABLE_SHARE', option: 'allowUnreadable', all, lost, allowedPercent: allowPercent },
    )
  }
}

async function lostRecords(cache: CacheReader, unreadable: readonly Unreadable[]): Promise<Loss[]> {
  const byKind = Map.groupBy(unreadable, ({ kind }) => kind)
  const many = PAGE_KINDS.filter((kind) => (byKind.get(kind)?.length ?? 0) > FEW)
  if (many.length === 0) return []
  const there = new Map<string, number>()
  for await (const { kind } of cache.keys()) there.set(kind, (there.get(kind) ?? 0) + 1)
  return many.flatMap((kind) => {
    const { length: lost, 0: first } = byKind.get(kind) ?? []
    const all = Math.max(lost, there.get(kind) ?? 0)
    return first ? { what: `records of the kind ${kind}`, lost, all, first: first.reason } : []
  })
}

async function lostLines(cache: CacheReader, unreadable: readonly Unreadable[]): Promise<Loss[]> {
  const byFile = Map.groupBy(unreadable, ({ kind, id }) => (kind === 'line' ? basename(id.replace(/ \d+$/, ''), '.ndjson') : ''))
  const losses: Loss[] = []
  for (const name of LIST_NAMES) {
    const { length: lost, 0: first } = byFile.get(name) ?? []
    if (!first) continue
    const all = lost + (await Array.fromAsync(cache.list(name))).length
    if (lost > FEW || lost === all) losses.push({ what: `lines of the list ${name}`, lost, all, first: first.reason })
  }
  return losses
}
