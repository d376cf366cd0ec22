import { isAscii } from '../fold.ts'
import { transliterations } from '../transliterate.ts'

/** `M6 × 35`, `8" x 8"` */
const SIZE = /(?<![\p{L}\p{N}])\p{L}?\p{N}{1,5}(?:[.,/]\p{N}{1,3})?(?:["”″]?\s?[x×]\s?\p{N}{1,5}(?:[.,/]\p{N}{1,3})?){1,3}/giu

/** `10 µF`, with the sign of micro or the Greek letter. */
const MICRO = /(\p{N}[\p{N}.,]{0,9})?\s?[\u00B5\u03BC](?=[\p{Script=Latin}Ω])(\p{L}{1,9})/giu

/** What the other spellings of a word can come from, unlike `·` and `°`. */
const SPECIAL = /[[\p{L}\p{M}\p{N}’‑]--[\0-\x7f]]/v

/** Letters and digits, and characters that join them in one word. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‑-][\p{L}\p{M}\p{N}]+)*/gu

/**
 * Spellings that people type and Pagefind does not index: `Loetkolben` for `Lötkolben`, `écran` for `l’écran` (it handles the straight
 * apostrophe), `10uF` for `10 µF`. Sorted, unique, separated by spaces.
 */
export function otherSpellings(texts: readonly string[]): string {
  const all = texts.join('\0')
  const special = SPECIAL.test(all) ? all : ''
  const sizes = (all.match(SIZE) ?? []).map((size) =>
    size
      .toLowerCase()
      .replaceAll('×', 'x')
      .replace(/[^x\p{L}\p{N}]/gu, ''),
  )
  const micro = Array.from(special.matchAll(MICRO), ([, number = '', unit = '']) =>
    [`u${unit}`, `${number.replace(/[.,]/g, '')}u${unit}`].map((word) => word.toLowerCase()),
  )
  const words = (special.normalize('NFC').match(WORD) ?? []).filter((word) => !isAscii(word))
  const others = words.flatMap((word) => [...transliterations(word.replace(/['’]/g, '')), ...partsOf(word)])
  return [...new Set([...sizes, ...micro.flat(), ...others])].sort().join(' ')
}

/** The longer parts of a word that are separated by a typographic apostrophe. */
function partsOf(word: string): string[] {
  const parts = word.toLowerCase().split('’')
  return parts.length > 1 ? parts.filter((part) => part.length > 2) : []
}
