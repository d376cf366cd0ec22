import toSimplified from 'opencc-js/dict/TSCharacters'
import ar from './alike/ar.json' with { type: 'json' }
import de from './alike/de.json' with { type: 'json' }
import en from './alike/en.json' with { type: 'json' }
import es from './alike/es.json' with { type: 'json' }
import fr from './alike/fr.json' with { type: 'json' }
import it from './alike/it.json' with { type: 'json' }
import ja from './alike/ja.json' with { type: 'json' }
import ko from './alike/ko.json' with { type: 'json' }
import nl from './alike/nl.json' with { type: 'json' }
import pt from './alike/pt.json' with { type: 'json' }
import ru from './alike/ru.json' with { type: 'json' }
import tr from './alike/tr.json' with { type: 'json' }
import zh from './alike/zh.json' with { type: 'json' }
import zhHant from './alike/zh-hant.json' with { type: 'json' }
import type { LanguageWords } from '../page/plan/lexicon.ts'

const OURS: Readonly<Record<string, LanguageWords>> = { ar, de, en, es, fr, it, ja, ko, nl, pt, ru, tr, zh, 'zh-hant': zhHant }

/** Each traditional character of Chinese with the simplified one behind it. */
const CHARACTERS = toSimplified
  .split('|')
  .map((entry) => entry.replace(' ', ''))
  .filter((pair) => pair.length === 2)
  .join('')

/** Groups of words alike, by language tag in lower case. */
export type OwnSynonyms = Readonly<Record<string, readonly (readonly string[])[]>>

/** What a search in a language knows of its words: ours, and the operator's own, which may be of a part of the language (`pt-br`) or of all of it. */
export function languageWords(lang: string, own: OwnSynonyms = {}): LanguageWords {
  const parts = lang.split('-')
  const tags = parts.map((_, at) => parts.slice(0, at + 1).join('-'))
  const ours = OURS[tags.findLast((tag) => tag in OURS) ?? ''] ?? { ignored: [], alike: [] }
  const characters = parts[0] === 'zh' && { characters: CHARACTERS }
  return { ...ours, ...characters, alike: [...ours.alike, ...tags.flatMap((tag) => own[tag] ?? [])] }
}
