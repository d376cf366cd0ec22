import { fold } from '../../fold.ts'
import { sharedStart } from '../../shared-start.ts'
import { CLOSED, endsOf } from './heads.ts'

/** Two forms of a word share so many letters at the start, and this share of the typed one. */
const [SHORTEST_STEM, SHARE] = [4, 0.7]
/** What may follow what two forms share, as in `tropf-t` and `tropf-enden`; in a language without an entry any three letters. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  de: /^(?:(?:e?[lr])?(?:e|n|en|s|st|t|et|te|ten)?|e[mrs]|ern|end(?:e[mnrs]?)?|ung(?:en)?)$/,
  en: /^(?:e|y|s|es|ed|er|ers|ing|ings|ies|ied|or|ors|(.)\1?(?:ed|ing|er))?$/,
}
const SHORT = /^\p{L}{0,3}$/u

/** True where a folded text in a language has a word in another form: `tropfenden` for `tropft`, and in a compound `uhrenbatterie` for `Batterien`. */
export function hasForm(text: string, typed: string, lang: string): boolean {
  const wanted = fold(typed)
  if (!/^\p{L}+$/u.test(wanted) || wanted.length < SHORTEST_STEM) return false
  const ending = ENDINGS[lang.split('-')[0] ?? ''] ?? SHORT
  const ends = CLOSED.test(lang) ? endsOf(wanted) : []
  const stem = Math.max(SHORTEST_STEM, Math.ceil(wanted.length * SHARE))
  const isForm = (word: string): boolean => {
    const most = sharedStart(wanted, word)
    for (let shared = stem; shared <= most; shared++) if (ending.test(wanted.slice(shared)) && ending.test(word.slice(shared))) return true
    return false
  }
  return (text.match(/\p{L}+/gu) ?? []).some((word) => isForm(word) || ends.some((end) => word.endsWith(end)))
}
