import { type Cbor, decodeCbor } from './cbor.ts'
import { META, SIGNATURE } from './format.ts'
import type { MadeHead } from './canonical-index.ts'

/**
 * The head of an index of which only some pages are left, as Lucene's segments have deleted documents: its files stay as they are, and who searches leaves out what is gone.
 * `left` are the numbers of those pages, with the place of each among all documents, which is only to be told where they `haveMoved`.
 */
export function masked(head: MadeHead, left: ReadonlyMap<number, number>, haveMoved: boolean): MadeHead {
  const lengths = lengthsIn(head)
  return {
    ...head,
    gone: [...lengths.keys()].filter((number) => !left.has(number)),
    places: haveMoved ? Array.from(lengths.keys(), (number) => left.get(number) ?? 0) : [],
    words: lengths.reduce((sum, words, number) => sum + (left.has(number) ? words : 0), 0),
  }
}

/** How many words each page has. */
function lengthsIn({ meta }: MadeHead): number[] {
  const pages = (decodeCbor(meta.subarray(SIGNATURE.length)) as Cbor[])[META.pages]
  return (pages as Cbor[][]).map(([, words]) => Number(words))
}
