import { isAscii } from '../ascii.ts'
import { keyOfSigned, signedIn, startsOf } from '../signs.ts'
import { transliterations } from '../transliterate.ts'

/** Letters and digits, and what joins them in one word. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‑-][\p{L}\p{M}\p{N}]+)*/gu
/** `USB C`: capitals, and one more that stands alone. */
const NAMED_BY_LETTER = /(?<![\p{L}\p{N}])(\p{Lu}[\p{Lu}\p{N}]+) (\p{Lu})(?![\p{L}\p{N}])/gu
const DIGIT = /\p{N}/u
const LONGEST_MODEL = 12
/** `PlayStation 5`, which people call PS5. */
const NUMBERED_NAME = /(?<![\p{L}\p{N}])((?:\p{Lu}\p{Ll}+){2,}) (\p{N}+)(?![\p{L}\p{N}])/gu
/** `n°3`: the sign is none to Pagefind. */
const NUMERO = /(?<!\p{L})n°\s?(\p{N}+)/giu

/** `10 µF`, in both of the letters that look so. */
const MICRO = /(?<![\p{N}.,])([\p{N}.,]*)(?:(?<=\p{N})\s)?[µμ](\p{Script=Latin}{1,3})(?!\p{L})/gu

/**
 * The words of texts as people type them and Pagefind does not index them: `Loetkolben` for `Lötkolben`, `écran` for `l’écran` (a straight
 * apostrophe it knows), `usbc` for `USB C`, `ps5` for `PlayStation 5`, `10uf` for `10 µF`, `3a` for `3a+b`, and the keys of what is named with signs. Sorted, each once, with spaces between them.
 */
export function otherSpellings(texts: readonly string[]): string {
  return [
    ...new Set(
      texts.flatMap((text) => [
        ...spelledOtherwise(text),
        ...joined(text),
        ...modelsIn(text),
        ...signedIn(text)
          .flatMap((signed) => [signed, ...startsOf(signed)])
          .map(keyOfSigned),
      ]),
    ),
  ]
    .sort()
    .join(' ')
}

const spelledOtherwise = (text: string): string[] =>
  isAscii(text)
    ? []
    : (text.normalize('NFC').match(WORD) ?? []).flatMap((word) =>
        isAscii(word) ? [] : [...transliterations(word.replace(/['’]/g, '')), ...partsOf(word), ...numbered(word)],
      )

/** `nº3`: the sign is a letter to Pagefind. */
function numbered(word: string): string[] {
  if (!/[ºª]\p{N}/u.test(word)) return []
  const typed = word.normalize('NFKC').toLowerCase()
  return [typed, ...(typed.match(/\p{L}+|\p{N}+/gu) ?? [])]
}

/** What an apostrophe that is not a straight one cuts off. */
const partsOf = (word: string): string[] =>
  word.includes('’')
    ? word
        .toLowerCase()
        .split('’')
        .filter((part) => part.length > 2)
    : []

const joined = (text: string): string[] => [
  ...[...text.matchAll(NAMED_BY_LETTER)].map(([, name = '', letter = '']) => `${name}${letter}`.toLowerCase()),
  ...[...text.matchAll(MICRO)].flatMap(([, number = '', unit = '']) => [
    `${number.replace(/[.,]/g, '')}u${unit}`.toLowerCase(),
    `u${unit}`.toLowerCase(),
  ]),
  ...[...text.matchAll(NUMERO)].flatMap(([, number = '']) => [`no${number}`, number]),
  ...[...text.matchAll(NUMBERED_NAME)].map(([, name = '', number = '']) => `${name.replace(/\P{Lu}/gu, '')}${number}`.toLowerCase()),
]

/** `3a` of `3a+b` and `s918b` of `SM-S918B`: letters and digits that stand between signs are parts of a word to Pagefind, which takes them apart again. */
const modelsIn = (text: string): string[] =>
  DIGIT.test(text) ? text.split(/\s+/).flatMap((word) => (DIGIT.test(word) ? modelParts(word) : [])) : []

function modelParts(word: string): string[] {
  const parts = word.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.length > 1 ? parts.filter((part) => part.length < LONGEST_MODEL && /\p{L}/u.test(part) && DIGIT.test(part)) : []
}
