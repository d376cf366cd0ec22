/** Controls and noncharacters: HTML has no place for them (WHATWG HTML, 13.1.3). */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef]|[\ufffe\uffff\u{1fffe}\u{1ffff}]/gu
/** Code units without which a text has nothing of {@link NO_TEXT}: to look for them is ten times as fast. */
// eslint-disable-next-line no-control-regex
const MAYBE_NO_TEXT = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ud83f\ufdd0-\ufdef\ufffe\uffff]/
/** Code units without which a text has no marks: Latin letters and punctuation have none. */
// eslint-disable-next-line no-misleading-character-class
const MAYBE_MARKS = /[\u0300-\u1fff\u20d0-\u20ff\u2c00-\uffff]/
/** Marks of no script in particular. Polytonic Greek and phonetics put up to four over and below a letter. */
const MARKS = /([\p{Script=Inherited}&&\p{M}]{4})[\p{Script=Inherited}&&\p{M}]+/gv
/** Tibetan has letters with eight signs, more than all other scripts. */
const SIGNS = /(\p{M}{10})\p{M}+/gu
/** The longest emoji that are in use have five parts. */
const JOINED = /(?:\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*\u200d){8,}/gu

/**
 * A text, or HTML, without what no page can hold and what would be painted over its neighbours: controls, towers of combining marks, chains of
 * joined emoji, which no browser breaks. All writing that means something stays as it is.
 */
export function presentable(text: string): string {
  const plain = MAYBE_NO_TEXT.test(text) ? text.replace(NO_TEXT, '') : text
  const low = MAYBE_MARKS.test(plain) ? plain.replace(MARKS, '$1').replace(SIGNS, '$1') : plain
  return low.includes('\u200d') ? low.replace(JOINED, (chain) => chain.replaceAll('\u200d', '')) : low
}
