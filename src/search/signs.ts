import { hash } from './hash.ts'

/** `½`, and `1½`, which is one and a half and not eleven halves. */
const VULGAR = /(?:(\p{Nd})\s?)?([¼-¾⅐-⅞])/gu
/** How an inch is written behind a number. */
const INCH =
  /(?<=\p{Nd})(?:[\s-]?(?:(?:inch(?:es)?|zoll|pouces?|pulgadas?|pollici)(?![\p{L}\p{N}])|インチ)|''|′′|[”″"]|(?:(?<=\/\p{Nd}{1,3})\s)?in(?![\p{L}\p{N}]))/giu
/** A number that may have a sign in it, and that of an inch behind it; the `x` of a size may stand before it. */
const NUMBER = /(?<![\p{N}.,/]|[^\P{L}xX])(?:(\p{Nd}+)[\s-](?=\p{Nd}+\/\p{Nd}))?(\p{Nd}+(?:[.,/]\p{Nd}+)*|\.\p{Nd}+)("?)/gu
/** `1,000.50` and `1.000,50`; `1,000` alone may be either. */
const THOUSANDS = /^\p{Nd}{1,3}(?:(?:,\p{Nd}{3})+\.|(?:\.\p{Nd}{3})+,)\p{Nd}+$/u
/** `C++`, `C#`, `X-90+`, `.NET` */
const NAME =
  /(?<![\p{L}\p{N}.+#])(?:\p{L}[\p{L}\p{N}]{0,7}(?:-?\p{N}{1,5})?(?:\+\+?|#)(?![\p{L}\p{N}+#])|\.\p{L}[\p{L}\p{N}]+(?![\p{L}\p{N}.]))/gu
/** What has none of these has nothing of the above. */
const MAY_BE_SIGNED = /[\p{N}+#]|\.\p{L}/u

/** A text with each number in one of the ways that people write it: `½ inch` as `1/2"`, `1½` as `1-1/2`. */
export const withPlainNumbers = (text: string): string =>
  text
    .replace(
      VULGAR,
      (_, whole: string | undefined, part: string) => `${whole ? `${whole}-` : ''}${part.normalize('NFKC').replace('\u2044', '/')}`,
    )
    .replace(INCH, '"')
    .replace(/(?<![\p{L}\p{N}.,/])(\p{Nd}+) (?=\p{Nd}+\/\p{Nd})/gu, '$1-')

/**
 * What a text names with signs that Pagefind drops, so that it would take `1/2"` for 12 and `C++` for C: numbers as `1/2`, `1-1/2` and `1.7`, those in inches also as
 * `1/2"`, and names as `c++` and `x90+`.
 */
export function signedIn(text: string): string[] {
  if (!MAY_BE_SIGNED.test(text)) return []
  const plain = withPlainNumbers(text)
  const numbers = [...plain.matchAll(NUMBER)].flatMap(([, whole = '', number = '', inch = '']) => {
    const written = (whole && `${whole}-`) + number.replaceAll(',', '.').replace(/^\./, '0.')
    const plain = THOUSANDS.test(number) ? [number.replace(/[.,](?=\p{Nd}{3})/gu, '').replace(',', '.')] : []
    return [...(inch ? [`${written}"`] : []), ...(/[./]/.test(written) ? [written] : []), ...plain]
  })
  return [...new Set([...numbers, ...(plain.match(NAME) ?? []).map((name) => name.toLowerCase().replaceAll('-', ''))])]
}

/** True for a word that is nothing but one of them. */
export const isSigned = (word: string): boolean =>
  /^(?:\p{Nd}+-)?(?:\p{Nd}+(?:[.,/]\p{Nd}+)*|\.\p{Nd}+)"?$/u.test(word) ? signedIn(word).length > 0 : word.replace(NAME, '') === ''

/** `17.0.1` is one of those that begin with `17.0`. */
export const startsOf = (signed: string): string[] => {
  const parts = /^\p{Nd}+(?:\.\p{Nd}+){2,}$/u.test(signed) ? signed.split('.') : []
  return parts.slice(2).map((_, at) => parts.slice(0, at + 2).join('.'))
}

/** The word by which a page is found that names it. */
export const keyOfSigned = (signed: string): string => `ⵥ${hash(`#${signed}`)}`
