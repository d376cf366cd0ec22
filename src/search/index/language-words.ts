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
import type { LanguageWords } from '../page/plan/lexicon.ts'

const OURS: Readonly<Record<string, LanguageWords>> = { ar, de, en, es, fr, it, ja, ko, nl, pt, ru, tr, zh, 'zh-hant': zhHant }

/** Each traditional Chinese character followed by the simplified one. */
const CHARACTERS = toSimplified
  .split('|')
  .map((entry) => entry.replace(' ', ''))
  .filter((pair) => pair.length === 2)
  .join('')

/** Groups of synonyms, by language tag in lower case. */
export type OwnSynonyms = Readonly<Record<string, readonly (readonly string[])[]>>

/** The words and synonyms of a language: ours and the operator's, which may be for a regional variant (`pt-br`) or the whole language. */
export function languageWords(lang: string, own: OwnSynonyms = {}): LanguageWords {
  const parts = lang.split('-')
  const tags = parts.map((_, at) => parts.slice(0, at + 1).join('-'))
  const ours = OURS[tags.findLast((tag) => tag in OURS) ?? ''] ?? { ignored: [], synonyms: [] }
  const characters = parts[0] === 'zh' && { characters: CHARACTERS }
  return { ...ours, ...characters, synonyms: [...ours.synonyms, ...tags.flatMap((tag) => own[tag] ?? [])] }
}
