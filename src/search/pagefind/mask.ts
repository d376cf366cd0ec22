import { type Cbor, decodeCbor } from './cbor.ts'
import { META, SIGNATURE } from './format.ts'
import type { MadeHead } from './canonical-index.ts'

/**
 * The head of an index of which only some pages remain, like the deleted documents of Lucene's segments: the files do not change, and
 * searches skip removed pages. `left` are the numbers of the remaining pages, with their positions among all documents, which are stored
 * only if they `haveMoved`.
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

/** The number of words of each page. */
function lengthsIn({ meta }: MadeHead): number[] {
  const pages = (decodeCbor(meta.subarray(SIGNATURE.length)) as Cbor[])[META.pages]
  return (pages as Cbor[][]).map(([, words]) => Number(words))
}
