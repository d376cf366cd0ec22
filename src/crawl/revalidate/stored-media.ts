import type { CacheReader } from '../../cache/reader.ts'
import type { CacheWriter } from '../../cache/writer.ts'
import type { Counters } from '../report/counters.ts'
import type { Store } from '../crawl-parts.ts'

/** Maximum number of damaged files named in the warning. */
const MAX_NAMED = 20

/** Checks the `--verify` share of the stored media files for damage, each night the next share. */
export async function verifyStoredMedia({ previous, writer }: Store, verifyPercent: number, signal: AbortSignal): Promise<void> {
  const share = verifyPercent / 100
  if (previous && share > 0) await writer.media.verify(previous.manifest.mediaVerifiedTo ?? 0, share, signal)
}

/** Where the next share starts. */
export function mediaVerifiedTo(previous: CacheReader | undefined, verifyPercent = 0): number | undefined {
  const from = previous?.manifest.mediaVerifiedTo
  return previous && verifyPercent ? ((from ?? 0) + verifyPercent / 100) % 1 : from
}

/** Reports which stored files were damaged. Whether they could be fetched again is in the counts of their kinds. */
export function warnOfDamage(writer: CacheWriter, counters: Counters): void {
  const damaged = writer.media.damaged
  if (damaged.length === 0) return
  const rest = damaged.length > MAX_NAMED ? ` and ${damaged.length - MAX_NAMED} more` : ''
  const what = damaged.length === 1 ? 'One stored media file was' : `${damaged.length} stored media files were`
  counters.warn(
    `${what} not what the crawl before had stored, and asked for again: ${damaged.slice(0, MAX_NAMED).join(', ')}${rest}. Something has written to the cache, or the disk fails.`,
  )
}
