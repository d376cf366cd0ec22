/**
 * Letters that people without them on their keyboard write in two ways: by sound, and by shape where removing the accent does not give it.
 */
const LETTERS: Readonly<Record<string, readonly [sound: string, shape: string]>> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u'],
  ß: ['ss', 'ss'],
  å: ['aa', 'a'],
  ø: ['oe', 'o'],
  æ: ['ae', 'ae'],
  œ: ['oe', 'oe'],
  ł: ['l', 'l'],
  đ: ['dj', 'd'],
  ð: ['d', 'd'],
  þ: ['th', 'th'],
  ı: ['i', 'i'],
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** The spellings of a word in basic letters, `lötkolben` as `loetkolben` and `lotkolben`; none if it has no such letter. */
export function transliterations(word: string): string[] {
  const lower = word.normalize('NFC').toLowerCase()
  const written = ([0, 1] as const).map((way) => lower.replace(LETTER, (letter) => LETTERS[letter]?.[way] ?? letter))
  return [...new Set(written)].filter((other) => other !== lower)
}
