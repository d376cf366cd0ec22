import type { ListFile } from '../../cache/list-file.ts'
import { privacyNameOfItem } from '../../cache/private-keys.ts'
import { type ListName, LISTS } from '../../model/resources.ts'
import { canonicalTitle } from '../../model/title.ts'
import { saysPrivate } from '../../model/visibility.ts'
import { listOf, numberIn, textIn } from '../fields.ts'

const LINE_END = 0x0a
const COMMA = 0x2c

/** What is kept in memory of a list's item: its position in the file, in bytes, and the fields that requests ask about. */
export type Row = ReturnType<typeof newRow>

/** The index of a list; undefined if it was not crawled. */
export type ListOf = (name: ListName) => Promise<ListIndex | undefined>

/** A list of a cache: numbers and words are kept in memory, the items are read from its file, which stays open. */
export type ListIndex = Awaited<ReturnType<typeof readList>>

/** Reads a list once. `privateKeys` names (private-keys.ts) what is private, whatever the list says about it. */
export async function readList(name: ListName, file: ListFile, privateKeys: ReadonlySet<string>) {
  const rows: Row[] = []
  /** By commentid of a reply, at any depth: the row of its thread. */
  const threads = new Map<number, Row>()
  const words = new Map<string, string>()
  for await (const { item, offset, length } of file.items()) {
    const isSecret = privateKeys.size > 0 && privateKeys.has(privacyNameOfItem(name, item) ?? '')
    const row = newRow(name, item, { offset, length, place: rows.length, isPublic: !isSecret && !saysPrivate(item) }, words)
    rows.push(row)
    if (name === 'comments') addReplies(threads, item, row)
  }
  let byId: ReadonlyMap<number, Row> | undefined

  /** The row of the item with this id, or of the comment that contains it as a reply. */
  function rowOf(id: number): Row | undefined {
    byId ??= new Map(rows.toReversed().map((row) => [row.id, row]))
    return byId.get(id) ?? threads.get(id)
  }

  /** The items, unmodified, as a JSON array. Adjacent items in the file are read at once. */
  function bytes(some: readonly Row[]): Buffer {
    const runs: Buffer[] = []
    let begun: Row | undefined
    for (const [at, row] of some.entries()) {
      begun ??= row
      const end = row.offset + row.length
      if (some[at + 1]?.offset === end + 1) continue
      const run = file.read(begun.offset, end - begun.offset)
      begun = undefined
      // In JSON strings a line break is "\n" escaped: the remaining ones separate items.
      for (let at = run.indexOf(LINE_END); at >= 0; at = run.indexOf(LINE_END, at)) run[at] = COMMA
      runs.push(run)
    }
    return jsonArray(runs)
  }

  const items = (some: readonly Row[]): unknown[] => JSON.parse(bytes(some).toString('utf8')) as unknown[]

  /** Every item with its row, one at a time, in the service's order. */
  async function* all(): AsyncGenerator<{ row: Row; item: unknown }> {
    let at = 0
    for await (const { item } of file.items()) {
      const row = rows[at++]
      if (row) yield { row, item }
    }
  }

  return {
    name,
    /** In the service's order. */
    rows: rows as readonly Row[],
    publicRows: rows.filter(({ isPublic }) => isPublic) as readonly Row[],
    rowOf,
    /** The item of {@link rowOf}. */
    itemOf(id: number): unknown {
      const row = rowOf(id)
      return row && items([row])[0]
    },
    bytes,
    /** One item, unmodified. */
    item: ({ offset, length }: Row): Buffer => file.read(offset, length),
    items,
    all,
  }
}

const [OPEN, BETWEEN, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

/** Pieces of JSON as an array. */
export const jsonArray = (pieces: readonly Buffer[]): Buffer =>
  Buffer.concat([OPEN, ...pieces.flatMap((piece, at) => (at > 0 ? [BETWEEN, piece] : piece)), CLOSE])

/** A field that is absent or of another type counts as empty, so that one invalid item does not hide others. */
function newRow(
  name: ListName,
  item: unknown,
  { offset, length, place, isPublic }: { offset: number; length: number; place: number; isPublic: boolean },
  words: Map<string, string>,
) {
  const { idField, namespace } = LISTS[name]
  // Equal words of different items are one string.
  const word = (text: string): string => words.get(text) ?? (words.set(text, text), text)
  return {
    offset,
    length,
    /** For tags, which have none, their index. */
    id: idField ? numberIn(item, namespace ? 'wikiid' : idField) : place,
    userid: numberIn(item, 'userid'),
    contextid: numberIn(item, 'contextid'),
    /** The later of a guide's and its prerequisites'. */
    modifiedAt: Math.max(numberIn(item, 'modified_date'), numberIn(item, 'prereq_modified_date')),
    isPublic,
    /** For a comment, its context. */
    type: word(textIn(item, name === 'comments' ? 'context' : 'type')),
    category: word(canonicalTitle(textIn(item, 'category'))),
  }
}

function addReplies(threads: Map<number, Row>, comment: unknown, thread: Row): void {
  for (const reply of listOf(comment, 'replies')) {
    threads.set(numberIn(reply, 'commentid'), thread)
    addReplies(threads, reply, thread)
  }
}
