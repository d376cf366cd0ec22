import type { Titled } from './best.ts'
import type { Note } from './title.ts'
import { keyOf } from './title-words.ts'

/** A title from the start of one of its words on: it stands in a block once for each. */
export interface Row {
  /** By which blocks are sorted: see {@link keyOf}. */
  key: string
  /** The title from that word on, and what comes before it. */
  tail: string
  head: string
  /** See factsOf in title.ts. */
  facts: string
}

/** The list of the blocks of some titles. */
export interface TitleList {
  /** What most of them have. */
  notes: readonly Note[]
  /** Words that need not be in a title. */
  ignored: readonly string[]
  /** Of each block but the first: no key in it is smaller, and none of the block before is greater. */
  from: readonly string[]
  /** The names of the blocks. */
  blocks: readonly string[]
  /** The names of the files of the best titles: by the first letter of what is typed, and by its first three for what is longer. */
  best: Readonly<Record<string, string>>
}

/** What is typed so far begins more titles than stand in two blocks: the best are listed apart. */
export const MOST_BLOCKS = 2
const SHORT = 3

/** The key of {@link TitleList.best} for what was typed. */
export const bestKeyOf = (typed: string): string =>
  Array.from(typed)
    .slice(0, Array.from(typed).length < SHORT ? 1 : SHORT)
    .join('')

/** The numbers of the blocks in which keys that begin like this can stand, from the first to before the last. */
export function blocksWith({ from, blocks }: Pick<TitleList, 'from' | 'blocks'>, start: string): { first: number; end: number } {
  const first = countBelow(from, (key) => key < start)
  const end = first + countBelow(from.slice(first), (key) => key <= start || key.startsWith(start)) + 1
  return { first, end: Math.min(end, blocks.length) }
}

/** How many of a sorted list come before those for which it is not so. */
function countBelow(sorted: readonly string[], isBelow: (key: string) => boolean): number {
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

/** A row as a line, after the one before: what both begin with is a number, written as one character. */
export function lineOf({ tail, head, facts }: Omit<Row, 'key'>, before = ''): string {
  let shared = 0
  while (shared < MOST_SHARED && shared < tail.length && tail[shared] === before[shared]) shared++
  // Half a character cannot be written.
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
      return { key: keyOf(tail), tail, head, facts }
    })
}

/** What begins so has more titles than are listed, and these are the best. */
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
