import { isAscii } from './ascii.ts'

/** A text as it is compared: without capitals and accents. Korean syllables fall into their letters. */
export const fold = (text: string): string => (isAscii(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()
