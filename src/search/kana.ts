/** From a letter of hiragana to the same one of katakana. */
const STEP = 0x60
const moved = (text: string, letters: RegExp, step: number): string =>
  text.replace(letters, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + step))

/** `けとる` as `ケトル`. */
export const inKatakana = (text: string): string => moved(text, /[ぁ-ゖ]/gu, STEP)

/** A word of one kana in the other, `ケトル` as `けとる` and the reverse; '' for a word that is not all kana. */
export function inOtherKana(word: string): string {
  if (/^[ぁ-ゖー]{2,}$/u.test(word)) return inKatakana(word)
  return /^[ァ-ヶー]{2,}$/u.test(word) ? moved(word, /[ァ-ヶ]/gu, -STEP) : ''
}

/** Letters of half the width as the usual ones: they are the same to who types them. */
export const fullWidthKana = (text: string): string => text.replace(/[\uFF65-\uFF9F]+/g, (run) => run.normalize('NFKC'))
