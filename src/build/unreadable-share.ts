import { basename } from 'node:path'
import type { LostContent } from '../cache/loss.ts'
import type { CacheReader } from '../cache/reader.ts'
import { ContentError } from '../errors.ts'
import { LIST_NAMES } from '../model/resources.ts'
import { readMarker } from '../publish/marker.ts'
import type { Unreadable } from '../views/catalog/unreadable.ts'

/** Records that have pages of their own. */
const PAGE_KINDS = ['guide', 'wiki', 'user'] as const
/** Without them a site loses its categories. */
const TREES = ['hierarchy', 'hierarchy-order', 'categories'] as const
/** So few never prevent a site from being replaced: a small site could not tolerate one of them. A list that has lost everything does. */
const FEW = 10

/** The losses of one kind: its name, the total number, and the reason of the first. */
interface Loss {
  what: string
  lost: number
  all: number
  first: string
}

/**
 * Throws a {@link ContentError} if there is a site in `out` and more than `allowPercent` of the cache's records of a kind, or of the lines
 * of a list, are unreadable or lost: the cache is then damaged, and the new site would be worse than the existing one.
 */
export async function refuseTooUnreadable(
  cache: CacheReader,
  out: string,
  { unreadable, lost: gone, allowPercent }: { unreadable: readonly Unreadable[]; lost: readonly LostContent[]; allowPercent: number },
): Promise<void> {
  if ((unreadable.length === 0 && gone.length === 0) || !(await readMarker(out))) return
  const losses = [...lossOf(gone), ...(await unreadableRecords(cache, unreadable)), ...(await unreadableLines(cache, unreadable))]
  for (const { what, lost, all, first } of losses) {
    const percent = (100 * lost) / all
    if (percent <= allowPercent) continue
    throw new ContentError(
      `Of ${all} ${what} in the cache ${lost} cannot be shown, and \`allowUnreadable\` allows ${allowPercent} %. The previous site stays. The first: ${first} Crawl again, or run it again with \`allowUnreadable\` ${Math.ceil(percent)} to replace the site all the same.`,
      { code: 'ERR_UNREADABLE_SHARE', option: 'allowUnreadable', all, lost, allowedPercent: allowPercent },
    )
  }
}

/** A record that is not listed has no page at all, not even one that reports it: of those, any number counts. */
function lossOf(gone: readonly LostContent[]): Loss[] {
  return gone.flatMap(({ path, what, of, stored, left }) => {
    const isRecords = what === 'records'
    if (isRecords ? !([...PAGE_KINDS, ...TREES] as readonly string[]).includes(of) : stored - left <= FEW && left > 0) return []
    const called = { records: `records of the kind ${of}`, list: `lines of the list ${of}`, media: 'media files' }[what]
    return {
      what: called,
      lost: stored - left,
      all: stored,
      first: `${path} in the cache has ${left} of the ${stored} that its crawl stored.`,
    }
  })
}

async function unreadableRecords(cache: CacheReader, unreadable: readonly Unreadable[]): Promise<Loss[]> {
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

async function unreadableLines(cache: CacheReader, unreadable: readonly Unreadable[]): Promise<Loss[]> {
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
