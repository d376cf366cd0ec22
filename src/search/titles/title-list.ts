import type { Titled } from './best.ts'
import { titleKey, type Note } from './title.ts'

/** A title starting at one of its words: it is listed in the blocks once per word. */
export interface Row {
  /** The sort key: see {@link titleKey}. */
  key: string
  /** The title from that word on, and the part before it. */
  tail: string
  head: string
  /** See factsOf in title.ts. */
  facts: string
}

/** The index of the blocks of some titles. */
export interface TitleList {
  /** The notes of its titles, by number. */
  notes: readonly Note[]
  /** Words that need not be in a title. */
  ignored: readonly string[]
  /** For each block but the first: a key that is not greater than its keys, and greater than all of the previous block. */
  from: readonly string[]
  /** The names of the blocks. */
  blocks: readonly string[]
  /** The names of the files of best titles: by the first letter of the input, or by its first three if it is longer. */
  best: Readonly<Record<string, string>>
}

/** For an input that is a prefix of titles in more than two blocks, the best are listed separately. */
export const MOST_BLOCKS = 2
const SHORT = 3

/** The key of {@link TitleList.best} for an input. */
export const bestKeyOf = (typed: string): string =>
  Array.from(typed)
    .slice(0, Array.from(typed).length < SHORT ? 1 : SHORT)
    .join('')

/** The range of blocks that can contain keys with this prefix, excluding the end. */
export function blocksWith({ from, blocks }: Pick<TitleList, 'from' | 'blocks'>, start: string): { first: number; end: number } {
  const first = countBelow(from, (key) => key < start)
  const end = first + countBelow(from.slice(first), (key) => key <= start || key.startsWith(start)) + 1
  return { first, end: Math.min(end, blocks.length) }
}

/** The number of leading elements of a sorted list for which the predicate is true. */
export function countBelow(sorted: readonly string[], isBelow: (key: string) => boolean): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBelow(sorted[middle] ?? '')) from = middle + 1
    else to = middle
  }
  return from
}

const MOST_SHARED = 90
const CODE = 33

/** A row as a line, prefix-compressed against the one before: the length of the common prefix is written as one character. */
export function lineOf({ tail, head, facts }: Omit<Row, 'key'>, before = ''): string {
  let shared = 0
  while (shared < MOST_SHARED && shared < tail.length && tail[shared] === before[shared]) shared++
  // A lone surrogate cannot be encoded.
  if (/[\uD800-\uDBFF]/.test(tail.charAt(shared - 1))) shared--
  return `${String.fromCharCode(CODE + shared)}${tail.slice(shared)}\t${head}\t${facts}\n`
}

/** The rows of a block. */
export function rowsIn(text: string): Row[] {
  let before = ''
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [written = '', head = '', facts = ''] = line.split('\t')
      const tail = before.slice(0, written.charCodeAt(0) - CODE) + written.slice(1)
      before = tail
      return { key: titleKey(tail), tail, head, facts }
    })
}

/** A prefix with more titles than are listed, and the best of these. */
export interface Best {
  start: string
  titles: readonly Titled[]
}

export const bestFile = (lists: readonly Best[]): string =>
  lists.map(({ start, titles }) => [start, ...titles.map(({ title, facts }) => `${title}\t${facts}`)].join('\n')).join('\n\n')

export const bestIn = (text: string): Best[] =>
  text.split('\n\n').map((list) => {
    const [start = '', ...lines] = list.split('\n')
    const titles = lines.map((line) => line.split('\t')).map(([title = '', facts = '']) => ({ title, facts }))
    return { start, titles }
  })
