import { Compounds } from '../plan/compounds.ts'
import type { Lexicon } from '../plan/lexicon.ts'
import { Spelling } from '../spelling.ts'
import { vocabularyFile } from '../../vocabulary.ts'
import { fetchFile } from '../../../trusted/files.ts'

/** Facts about the words of a site. */
export interface SiteWords {
  spelling: Spelling
  compounds: Compounds
}

/**
 * The words of some languages, loaded on first use. `folder` is the folder of the indexes, with a trailing slash; `spoken` are the
 * languages of the query.
 */
export function siteWordsOf(
  folder: string,
  langs: readonly string[],
  spoken: readonly string[],
  lexicon: Lexicon,
): () => Promise<SiteWords> {
  let loading: Promise<SiteWords> | undefined
  return () => {
    loading ??= load(folder, langs, spoken, lexicon).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function load(folder: string, langs: readonly string[], spoken: readonly string[], lexicon: Lexicon): Promise<SiteWords> {
  const lists = await Promise.all(
    langs.map(async (lang) => {
      const file = folder + vocabularyFile(lang)
      const response = await fetchFile(file)
      if (!response.ok) throw new Error(`${file} answered ${response.status}`)
      return (await response.json()) as string[]
    }),
  )
  const words = lists.flat().filter((word) => !lexicon.isIgnored(word))
  return {
    spelling: new Spelling([...words, ...lexicon.words()]),
    compounds: new Compounds(words, lexicon, spoken),
  }
}
