/** Controls and noncharacters, which are not allowed in HTML (WHATWG HTML, 13.1.3). */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef]|[\ufffe\uffff\u{1fffe}\u{1ffff}]/gu
/** A quick check for {@link NO_TEXT}, ten times as fast. */
// eslint-disable-next-line no-control-regex
const MAYBE_NO_TEXT = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ud83f\ufdd0-\ufdef\ufffe\uffff]/
/** A quick check for these, combining marks and joined emoji in one pass: Latin letters and punctuation have none. */
// eslint-disable-next-line no-control-regex, no-misleading-character-class
const MAYBE_ANY = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\u0300-\u1fff\u200d\u20d0-\u20ff\u2c00-\uffff]/
/** Script-independent marks. Polytonic Greek and phonetics stack up to four above and below a letter. */
const MARKS = /([\p{Script=Inherited}&&\p{M}]{4})[\p{Script=Inherited}&&\p{M}]+/gv
/** Tibetan has letters with eight signs, more than any other script. */
const SIGNS = /(\p{M}{10})\p{M}+/gu
/** The longest emoji in use have five parts. */
const JOINED = /(?:\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*\u200d){8,}/gu

/**
 * Text or HTML without characters that pages cannot contain or that would be painted over their neighbours: controls, stacked combining
 * marks, and chains of joined emoji, which browsers do not wrap. Meaningful text is unchanged.
 */
export function presentable(text: string): string {
  if (!MAYBE_ANY.test(text)) return text
  const plain = MAYBE_NO_TEXT.test(text) ? text.replace(NO_TEXT, '') : text
  const low = plain.replace(MARKS, '$1').replace(SIGNS, '$1')
  return low.includes('\u200d') ? low.replace(JOINED, (chain) => chain.replaceAll('\u200d', '')) : low
}

/** A text that is cut at a space, if possible, where it is longer than so many characters. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, text.lastIndexOf(' ', most) + 1 || most).trimEnd()}…` : text
