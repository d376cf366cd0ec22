import { isAscii } from './ascii.ts'

/** The marks of all scripts but those that make another kana, ガ of カ. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu
const VOICED = /.[\u3099\u309a]/gu

/** A text as it is compared: without capitals and accents. Korean syllables fall into their letters. */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(MARKS, '')
        .replace(VOICED, (letter) => letter.normalize('NFC'))
        .toLowerCase()
