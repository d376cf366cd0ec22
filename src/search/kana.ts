/** Half-width kana as the usual full-width ones. */
export const fullWidthKana = (text: string): string => text.replace(/[\uFF65-\uFF9F]+/g, (run) => run.normalize('NFKC'))

/**
 * Precedes a voiced kana, which Pagefind would reduce to the unvoiced one: ガ is written ⵥカ, パ ⵥⵥハ. It is never typed (see title-key.ts).
 */
const SIGN = 'ⵥ'
const MARKS = ['\u3099', '\u309a']

export const voicedApart = (text: string): string =>
  text.normalize('NFD').replace(/(.)([\u3099\u309a])/gu, (_, letter: string, mark: string) => SIGN.repeat(MARKS.indexOf(mark) + 1) + letter)

/** The reverse of {@link voicedApart}. */
export const voicedTogether = (text: string): string =>
  text.replace(/(ⵥⵥ?)([ぁ-ヿ])/gu, (_, signs: string, letter: string) => `${letter}${MARKS[signs.length - 1] ?? ''}`.normalize('NFC'))
