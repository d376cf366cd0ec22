import type { Indexes } from '../engine/indexes.ts'
import { gluedIn } from './glued.ts'
import type { Source } from './source.ts'
import { asPagefind } from './terms.ts'

/** A text with its words as the site writes them, where it has no page with one as it was typed: `s23ultra` as `s23 ultra`. */
export async function respelled(text: string, { sources, words }: Pick<Indexes, 'sources' | 'words'>): Promise<string> {
  let spelled = text
  for (const glued of gluedIn(text)) {
    if (await isOnSite(glued, sources)) continue
    const apart = (await words()).unglue(glued)
    if (apart) spelled = spelled.replace(glued, apart)
  }
  return spelled
}

/** Without regard to filters. */
async function isOnSite(word: string, sources: readonly Source[]): Promise<boolean> {
  const found = await Promise.all(sources.map((source) => source.exactly(asPagefind(word), {})))
  return found.some(({ pagesWithIt }) => pagesWithIt > 0)
}
