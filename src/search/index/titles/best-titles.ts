import { bestFor } from '../../titles/best.ts'
import { type Best, bestKeyOf, blocksWith, MOST_BLOCKS, type TitleList } from '../../titles/title-list.ts'
import type { Placed } from './blocks.ts'

const LISTED = 10

/**
 * The best titles for each input that is a prefix of keys in more than {@link MOST_BLOCKS} blocks, by the file that contains them. Inputs
 * with only one possible continuation share one list.
 */
export function bestOf(rows: readonly Placed[], blocks: Pick<TitleList, 'from' | 'blocks'>): Map<string, Best[]> {
  const files = new Map<string, Best[]>()
  const isLarge = (start: string): boolean => {
    const { first, end } = blocksWith(blocks, start)
    return end - first > MOST_BLOCKS
  }
  /** The keys of these rows have at least `common` characters in common. */
  const list = (from: number, to: number, common: number): void => {
    const [first, last] = [rows[from]?.key ?? '', rows[to - 1]?.key ?? '']
    const typed = first.slice(0, common + 1)
    if (from >= to || !isLarge(typed)) return
    let shared = common + 1
    while (shared < first.length && first[shared] === last[shared]) shared++
    const start = first.slice(0, shared)
    const titles = bestFor(start, titlesOf(rows, from, to), LISTED)
    for (const key of new Set([bestKeyOf(typed), bestKeyOf(start)])) files.set(key, [...(files.get(key) ?? []), { start, titles }])
    below(from, to, shared)
  }
  /** Groups the rows by their next character. */
  const below = (from: number, to: number, common: number): void => {
    for (let at = from; at < to;) {
      const next = rows[at]?.key.charAt(common)
      let end = at + 1
      while (end < to && rows[end]?.key.charAt(common) === next) end++
      if (next) list(at, end, common)
      at = end
    }
  }
  below(0, rows.length, 0)
  return files
}

function* titlesOf(rows: readonly Placed[], from: number, to: number) {
  for (let at = from; at < to; at++) {
    const row = rows[at]
    if (row) yield row
  }
}
