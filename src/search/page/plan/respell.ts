import { inKatakana } from '../../kana.ts'
import type { Indexes } from '../engine/indexes.ts'
import { gluedIn } from './glued.ts'
import type { Source } from './source.ts'
import { asPagefind } from './terms.ts'

/** Runs of hiragana, in which nobody can tell where a word ends that is written in katakana. */
const HIRAGANA = /[ぁ-ゖー]{3,}/gu
/** Where in them a word may begin: behind a particle. */
const PARTICLE = /^|(?<=[のをがはにでともへやい])/gu
const [SHORTEST_KANA, LONGEST_KANA] = [3, 10]

/**
 * A text with its words as the site writes them, where it has no page with one as it was typed: `s23ultra` as `s23 ultra`, and `けとる` as `ケトル`, which a browser
 * would cut into other words.
 */
export async function respelled(text: string, { sources, words }: Pick<Indexes, 'sources' | 'words'>): Promise<string> {
  let spelled = text
  for (const glued of gluedIn(text)) {
    if (await isOnSite(glued, sources)) continue
    const apart = (await words()).unglue(glued)
    if (apart) spelled = spelled.replace(glued, apart)
  }
  for (const [run] of text.matchAll(HIRAGANA)) {
    const word = await inHiragana(run, sources)
    if (word) spelled = spelled.replace(word, ` ${inKatakana(word)} `)
  }
  return spelled
}

/** The longest word of a run that the site has in katakana, and not in hiragana. */
async function inHiragana(run: string, sources: readonly Source[]): Promise<string | undefined> {
  for (const { index } of run.matchAll(PARTICLE)) {
    // The first letters tell most of what no page has.
    if (!(await isOnSite(inKatakana(run.slice(index, index + SHORTEST_KANA)), sources))) continue
    for (let length = Math.min(LONGEST_KANA, run.length - index); length >= SHORTEST_KANA; length--) {
      const word = run.slice(index, index + length)
      if ((await isOnSite(inKatakana(word), sources)) && !(await isOnSite(word, sources))) return word
    }
  }
  return undefined
}

/** Without regard to filters. */
async function isOnSite(word: string, sources: readonly Source[]): Promise<boolean> {
  const found = await Promise.all(sources.map((source) => source.exactly(asPagefind(word), {})))
  return found.some(({ pagesWithIt }) => pagesWithIt > 0)
}
