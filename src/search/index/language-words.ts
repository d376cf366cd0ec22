import toSimplified from 'opencc-js/dict/TSCharacters'
import ar from './synonyms/ar.json' with { type: 'json' }
import de from './synonyms/de.json' with { type: 'json' }
import en from './synonyms/en.json' with { type: 'json' }
import es from './synonyms/es.json' with { type: 'json' }
import fr from './synonyms/fr.json' with { type: 'json' }
import it from './synonyms/it.json' with { type: 'json' }
import ja from './synonyms/ja.json' with { type: 'json' }
import ko from './synonyms/ko.json' with { type: 'json' }
import nl from './synonyms/nl.json' with { type: 'json' }
import pt from './synonyms/pt.json' with { type: 'json' }
import ru from './synonyms/ru.json' with { type: 'json' }
import tr from './synonyms/tr.json' with { type: 'json' }
import zh from './synonyms/zh.json' with { type: 'json' }
import zhHant from './synonyms/zh-hant.json' with { type: 'json' }
import { fold } from '../fold.ts'
import { type LanguageWords, singularKey } from '../page/plan/lexicon.ts'
import { countBelow } from '../titles/title-list.ts'
import { hasUnspaced } from '../unspaced.ts'

const BUILT_IN: Readonly<Record<string, LanguageWords>> = { ar, de, en, es, fr, it, ja, ko, nl, pt, ru, tr, zh, 'zh-hant': zhHant }

/** Each traditional Chinese character followed by the simplified one. */
const CHARACTERS = toSimplified
  .split('|')
  .map((entry) => entry.replace(' ', ''))
  .filter((pair) => pair.length === 2)
  .join('')

/** Groups of synonyms, by language tag in lower case. */
export type OwnSynonyms = Readonly<Record<string, readonly (readonly string[])[]>>

/** The words and synonyms of a language: the built-in ones and the operator's, which may be for a regional variant (`pt-br`) or the whole language. */
export function languageWords(lang: string, own: OwnSynonyms = {}): LanguageWords {
  const parts = lang.split('-')
  const tags = parts.map((_, at) => parts.slice(0, at + 1).join('-'))
  const builtIn = BUILT_IN[tags.findLast((tag) => tag in BUILT_IN) ?? ''] ?? { ignored: [], synonyms: [] }
  const characters = parts[0] === 'zh' && { characters: CHARACTERS }
  return { ...builtIn, ...characters, synonyms: [...builtIn.synonyms, ...tags.flatMap((tag) => own[tag] ?? [])] }
}

/** Shorter words start with other words, as `tired` with `tire`: for these only a plain ending counts. */
const LONG = 6
const ENDING = /^(?:'?s|es|n|en|e|er|em|ern)$/
/** The number of letters at the end of a long word that may differ in inflected forms. */
const BENT = 2

/** Marks the synonyms of a language that need not be searched for on a site. `words` are all words of its pages, in any language. */
export function wordsOnSite(language: LanguageWords, words: Iterable<string>): LanguageWords {
  const known = [...new Set(Array.from(words, fold))].sort()
  const keys = new Set(known.map(singularKey))
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
  if (bare.length < 2 || /\p{N}/u.test(bare) || hasUnspaced(bare) || keys.has(singularKey(bare))) return true
  const start = bare.length < LONG ? bare : bare.slice(0, -BENT)
  for (let at = countBelow(known, (word) => word < start); at < known.length; at++) {
    const longer = known[at] ?? ''
    if (!longer.startsWith(start)) return false
    if (bare.length >= LONG || ENDING.test(longer.slice(start.length))) return true
  }
  return false
}
