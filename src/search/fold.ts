/** True for most texts; lets callers skip the costly Unicode handling. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** The combining marks of all scripts, except those that make a different kana (カ, ガ). */
const MARKS = /(?![\u3099\u309a])\p{M}/gu
const VOICED = /.[\u3099\u309a]/gu

/** Folds a text for comparison: removes capitals and accents. Korean syllables are decomposed. */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(MARKS, '')
        .replace(VOICED, (letter) => letter.normalize('NFC'))
        .toLowerCase()

/** Orders texts by their UTF-16 code units, the same in every language. */
export const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
