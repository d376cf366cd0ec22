/** A text as it is compared: without capitals and accents. Korean syllables fall into their letters. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
