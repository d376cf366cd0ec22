import { fold } from '../fold.ts'
import { keyOf, type LanguageWords } from '../page/plan/lexicon.ts'
import { countBelow } from '../titles/title-list.ts'
import { hasUnspaced } from '../unspaced.ts'

/** Shorter words start with other words, as `tired` with `tire`: for these only a plain ending counts. */
const LONG = 6
const ENDING = /^(?:'?s|es|n|en|e|er|em|ern)$/
/** The number of letters at the end of a long word that may differ in inflected forms. */
const BENT = 2

/** Marks the synonyms of a language that need not be searched for on a site. `words` are all words of its pages, in any language. */
export function wordsOnSite(language: LanguageWords, words: Iterable<string>): LanguageWords {
  const known = [...new Set(Array.from(words, fold))].sort()
  const keys = new Set(known.map(keyOf))
  const has = (entry: string): boolean => entry.split(/[\s-]+/).every((word) => isKnown(word, known, keys))
  const [synonyms, elsewhere] = [
    language.synonyms.filter((group) => group.some(has)),
    language.synonyms.filter((group) => !group.some(has)),
  ]
  return {
    ...language,
    synonyms,
    absent: [...new Set(synonyms.flat().filter((entry) => !has(entry)))],
    elsewhere: [...new Set(elsewhere.flat())],
  }
}

function isKnown(word: string, known: readonly string[], keys: ReadonlySet<string>): boolean {
  const bare = fold(word).replace(/[^\p{L}\p{N}]/gu, '')
  if (bare.length < 2 || /\p{N}/u.test(bare) || hasUnspaced(bare) || keys.has(keyOf(bare))) return true
  const start = bare.length < LONG ? bare : bare.slice(0, -BENT)
  for (let at = countBelow(known, (word) => word < start); at < known.length; at++) {
    const longer = known[at] ?? ''
    if (!longer.startsWith(start)) return false
    if (bare.length >= LONG || ENDING.test(longer.slice(start.length))) return true
  }
  return false
}
