import type { CacheReader } from '../cache/reader.ts'
import { ContentError } from '../errors.ts'
import { readMarker } from '../publish/marker.ts'
import type { Unreadable } from '../views/catalog/unreadable.ts'

/** Records that have pages of their own. */
const PAGE_KINDS = ['guide', 'wiki', 'user'] as const
/** So few records never keep a site from being replaced: a small site would not get over one of them. */
const FEW = 10

/**
 * Throws a {@link ContentError} where a site stands in `out` and more than `allowPercent` of the cache's records of a kind cannot be shown: the
 * cache is damaged then, and what would take the site's place is worse than what is there.
 */
export async function refuseTooUnreadable(
  cache: CacheReader,
  out: string,
  { unreadable, allowPercent }: { unreadable: readonly Unreadable[]; allowPercent: number },
): Promise<void> {
  const lost = Map.groupBy(unreadable, ({ kind }) => kind)
  if (!PAGE_KINDS.some((kind) => (lost.get(kind)?.length ?? 0) > FEW) || !(await readMarker(out))) return
  const there = new Map<string, number>()
  for await (const { kind } of cache.keys()) there.set(kind, (there.get(kind) ?? 0) + 1)
  for (const kind of PAGE_KINDS) {
    const { length, 0: first } = lost.get(kind) ?? []
    const all = Math.max(length, there.get(kind) ?? 0)
    const percent = (100 * length) / all
    if (!first || length <= FEW || percent <= allowPercent) continue
    throw new ContentError(
      `Of ${all} records of the kind ${kind} in the cache ${length} cannot be shown, and --allow-unreadable allows ${allowPercent} %. The site of before stays. The first: ${first.reason} Crawl again, or run it again with --allow-unreadable ${Math.ceil(percent)} to replace the site all the same.`,
    )
  }
}
