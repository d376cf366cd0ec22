/** Letters of half the width as the usual ones: they are the same to who types them. */
export const fullWidthKana = (text: string): string => text.replace(/[\uFF65-\uFF9F]+/g, (run) => run.normalize('NFKC'))

/** Stands before a kana with a mark, which Pagefind would take for the one without: ガ is written ⵥカ, パ ⵥⵥハ. Nobody types it (see title-key.ts). */
const SIGN = 'ⵥ'
const MARKS = ['\u3099', '\u309a']

export const voicedApart = (text: string): string =>
  text.normalize('NFD').replace(/(.)([\u3099\u309a])/gu, (_, letter: string, mark: string) => SIGN.repeat(MARKS.indexOf(mark) + 1) + letter)

/** The reverse of {@link voicedApart}. */
export const voicedTogether = (text: string): string =>
  text.replace(/(ⵥⵥ?)([ぁ-ヿ])/gu, (_, signs: string, letter: string) => `${letter}${MARKS[signs.length - 1] ?? ''}`.normalize('NFC'))
