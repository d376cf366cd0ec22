import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { SIGNATURE } from './format.ts'
import type { Pack } from './index-head.ts'

/** A page of an index: the name of its fragment, and its number of words. */
export type PackedPage = readonly [id: string, words: number]

/**
 * Words in a pack: some ten kilobytes. Ten results are in ten packs, so larger packs would cost a page of results more bytes, and smaller
 * ones a host more files.
 */
const [FEWEST, USUAL, MOST] = [2000, 4000, 8000]
/** The overhead of a page in addition to its text (title, filters and picture), in words. */
const BESIDES = 100
const NAME_LENGTH = 10

/** Replaces the fragments of an index with packs of several, and returns these in page order. */
export function packFragments(files: Map<string, Uint8Array>, pages: readonly PackedPage[]): Pack[] {
  return inPacks(pages).map((some) => {
    const texts = some.map(([id]) => {
      const path = fragmentPath(id)
      const bytes = files.get(path)
      if (!bytes) throw new TypeError(`Pagefind made no file ${path}.`)
      files.delete(path)
      return gunzipSync(bytes).subarray(SIGNATURE.length).toString()
    })
    const content = `${SIGNATURE}[${texts.join(',')}]`
    const name = hash('sha256', content).slice(0, NAME_LENGTH)
    files.set(fragmentPath(name), gzipSync(content, { level: 9 }))
    return [some.length, name]
  })
}

const fragmentPath = (name: string): string => `fragment/${name}.pf_fragment`

/**
 * Cuts after pages chosen by a hash of their names, so that a new or changed page changes its own pack and rarely the next. The more words
 * a page has, the more likely it ends a pack.
 */
export function inPacks(pages: readonly PackedPage[]): PackedPage[][] {
  const packs: PackedPage[][] = []
  let [pack, words]: [PackedPage[], number] = [[], 0]
  for (const page of pages) {
    const [id, ofText] = page
    pack.push(page)
    words += ofText + BESIDES
    if (words < MOST && (words < FEWEST || shareOf(id) >= (ofText + BESIDES) / (USUAL - FEWEST))) continue
    packs.push(pack)
    ;[pack, words] = [[], 0]
  }
  return pack.length > 0 ? [...packs, pack] : packs
}

/** A pseudo-random number from 0 to 1 for a name, always the same. */
const shareOf = (name: string): number => Number.parseInt(hash('sha256', name).slice(0, 8), 16) / 2 ** 32
