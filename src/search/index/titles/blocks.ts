import { hash } from '../../hash.ts'
import type { Titled } from '../../titles/best.ts'
import { lineOf } from '../../titles/title-list.ts'

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

/** Cuts ordered rows into the texts of blocks; `from` is where each but the first begins. */
export function cutIntoBlocks(rows: readonly Placed[]): { from: string[]; texts: string[] } {
  const [from, texts]: [string[], string[]] = [[], []]
  let lines: string[] = []
  let length = 0
  let before: Placed | undefined
  for (const row of rows) {
    const isEnd = length > LENGTH.most || (length > LENGTH.least && hash(`${row.key} ${row.title}`) % ONE_IN === 0)
    if (isEnd && before) {
      texts.push(lines.join(''))
      from.push(between(before.key, row.key))
      lines = []
      length = 0
      before = undefined
    }
    const line = lineOf(rowOf(row), before && rowOf(before).tail)
    lines.push(line)
    length += line.length
    before = row
  }
  return { from, texts: [...texts, lines.join('')] }
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
