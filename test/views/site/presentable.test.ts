import { expect, test } from 'vitest'
import { presentable } from '../../../src/views/site/presentable.ts'

test.for([
  ['Thai', 'น้ำมันเครื่องที่ปั๊ม'],
  ['Arabic with all its vowels', 'بِسْمِ ٱللَّٰهِ ٱلرَّحْمَٰنِ'],
  ['Hebrew with cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
  ['Hindi', 'क्षत्रियों का र्‍क्‍ष'],
  ['Tibetan with eight signs on a letter', '\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82'],
  ['Burmese', 'မြန်မာဘာသာကြွေးကြော်'],
  ['Vietnamese, decomposed', 'Tiếng Việt'.normalize('NFD')],
  ['Greek, decomposed', 'ᾧ ᾇ ἄ̄'.normalize('NFD')],
  ['emoji of several parts', '👩🏻‍❤️‍💋‍👨🏻 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈 1️⃣'],
  ['markup', '<p class="a">a\tb\nc\f</p>'],
])('%s is unchanged', ([, text = '']) => {
  expect(presentable(text)).toBe(text)
})

test('stacked marks are cut after four, in a script that needs them after ten', () => {
  expect(presentable(`a${'\u0301'.repeat(300)}b`)).toBe(`a${'\u0301'.repeat(4)}b`)
  expect(presentable(`ก${'\u0e49'.repeat(300)}`)).toBe(`ก${'\u0e49'.repeat(10)}`)
})

test('endlessly joined emoji are separated', () => {
  expect(presentable(`${'👩\u200d'.repeat(500)}👩`)).toBe('👩'.repeat(501))
})

test('controls and noncharacters are removed, line ends and tabs kept', () => {
  expect(presentable('a\0b\u0007c\u001b[31md\u007f\u0085\ufffe\ufdd0e\t\r\n')).toBe('abc[31mde\t\r\n')
})

test('no mark of Unicode can be stacked endlessly, and no noncharacter is kept', () => {
  for (let code = 1; code <= 0x10ffff; code++) {
    const sign = String.fromCodePoint(code)
    if (/\p{M}/u.test(sign)) expect(presentable(sign.repeat(20)).length, code.toString(16)).toBeLessThanOrEqual(10 * sign.length)
    if (/[\p{Cc}\ufdd0-\ufdef\ufffe\uffff\u{1fffe}\u{1ffff}]/u.test(sign) && !/[\t\n\f\r]/.test(sign)) expect(presentable(sign)).toBe('')
  }
})
