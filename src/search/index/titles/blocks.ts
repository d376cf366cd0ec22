import { hash } from '../../title-key.ts'
import { bestFor, type Titled } from '../../titles/best.ts'
import { type Best, bestKeyOf, blocksWith, lineOf, MOST_BLOCKS, type TitleList } from '../../titles/title-list.ts'

/** A title, starting at one of its words. */
export interface Placed extends Titled {
  key: string
  /** The position in the title. */
  at: number
}

/**
 * The minimum and maximum number of characters in a block: some 10 KB compressed. Between the two, a hash of the first row of the next
 * block decides where it ends, so that an added or removed row changes only its own block.
 */
const LENGTH = { least: 22_000, most: 52_000 }
const ONE_IN = 200
/** The number of best titles that are listed for an input. */
const LISTED = 10

/** Cuts ordered rows into the texts of blocks; `from` is where each but the first begins. */
export function cutIntoBlocks(rows: readonly Placed[]): { from: string[]; texts: string[] } {
  const [from, texts]: [string[], string[]] = [[], []]
  let text = ''
  let before: Placed | undefined
  for (const row of rows) {
    const isEnd = text.length > LENGTH.most || (text.length > LENGTH.least && hash(`${row.key} ${row.title}`) % ONE_IN === 0)
    if (isEnd && before) {
      texts.push(text)
      from.push(between(before.key, row.key))
      text = ''
      before = undefined
    }
    text += lineOf(rowOf(row), before && rowOf(before).tail)
    before = row
  }
  return { from, texts: [...texts, text] }
}

const rowOf = ({ at, title, facts }: Placed) => ({ tail: title.slice(at), head: title.slice(0, at), facts })

/** The shortest text that is greater than `before` and not greater than `key`; the key itself if both are the same. */
function between(before: string, key: string): string {
  if (before === key) return key
  let shared = 0
  while (before[shared] === key[shared]) shared++
  const short = key.slice(0, shared + 1)
  return short.isWellFormed() ? short : key.slice(0, shared + 2)
}

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
    const titles = bestFor(start, rows.slice(from, to), LISTED)
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
