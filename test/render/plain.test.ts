import { expect, test } from 'vitest'
import { HtmlBudget } from '../../src/model/html-limits.ts'
import { plainHtml, plainWords } from '../../src/render/plain.ts'
import { sourceToText, toHtml, toInlineHtml, toText } from '../../src/render/to-html.ts'
import { CONTEXT } from './context.ts'

const NOTICE = { words: 'Too much.', href: 'https://repair.test/x?a=1&b=2', link: 'Read <it> there' }
const LINK = '<a class="leaving" rel="noopener external" href="https://repair.test/x?a=1&amp;b=2" lang="en">Read &lt;it&gt; there</a>'

test('words without a parser contain no tags, complete or cut, and single spaces', () => {
  expect(plainWords(' <p>a\n <b class="x">b</b></p>c <i ')).toBe('a b c')
  expect(plainWords('a <<script>b> c < d')).toBe('a b> c')
  expect(plainWords('a b'.repeat(50_000))).toHaveLength(100_000)
})

test('a too large text is shown below a notice, in its own language, with a link', () => {
  expect(plainHtml('<p>a & b</p>', NOTICE, { lang: 'en' }, 'flow')).toBe(
    `<p><strong lang="en">Too much.</strong> ${LINK}</p><p>a &amp; b</p>`,
  )
  expect(plainHtml('<p>a</p>', NOTICE, { lang: 'en' }, 'phrasing')).toBe(`<strong lang="en">Too much.</strong> ${LINK} a`)
})

test('a notice may be without a link, and a text without a notice', () => {
  expect(plainHtml('a', { ...NOTICE, href: '' }, {}, 'flow')).toBe('<p><strong>Too much.</strong></p><p>a</p>')
  expect(plainHtml('a', { words: '', href: '', link: '' }, {}, 'flow')).toBe('<p>a</p>')
  expect(plainHtml('a', { words: '', href: '', link: '' }, {}, 'phrasing')).toBe('a')
})

const DEEP = `${'<b>'.repeat(1100)}a &amp; <i>b</i>`

test('a too deeply nested text is shown as its words, and is searchable as such', () => {
  const given = { rendered: DEEP, raw: '' }
  const context = { ...CONTEXT, tooMuch: NOTICE, ours: { lang: 'en' } }
  expect(toHtml(given, context)).toBe(`<p><strong lang="en">Too much.</strong> ${LINK}</p><p>a &amp;amp; b</p>`)
  expect(toInlineHtml(given, CONTEXT)).toBe('a &amp;amp; b')
  expect(toText(DEEP)).toBe('a &amp; b')
})

test('the texts of a page share one budget', () => {
  const budget = new HtmlBudget()
  const text = { rendered: `<b>x</b>${'y'.repeat(1_500_000)}`, raw: '' }
  expect(toHtml(text, { ...CONTEXT, budget })).toMatch(/^<b>/)
  expect(toHtml(text, { ...CONTEXT, budget })).toMatch(/^<p>x y/)
  expect(toHtml(text, CONTEXT)).toMatch(/^<b>/)
})

test('closed elements free their budget', () => {
  const wide = '<p><b>a</b>&amp;<img src=x><br></p>'.repeat(1500)
  expect(toText(wide)).toBe(Array(1500).fill('a&').join(' '))
  expect(toText(`&amp;${'a'.repeat(2_000_000)}`)).toHaveLength(100_000)
  expect(toHtml({ rendered: wide, raw: '' }, CONTEXT)).toMatch(/^<p><b>a<\/b>/)
})

test('any other error is not treated as excess', () => {
  const broken = {
    ...CONTEXT,
    hrefOf: () => {
      throw new TypeError('broken')
    },
  }
  expect(() => toHtml({ rendered: '<a href="/Guide/x/12">x</a>', raw: '' }, broken)).toThrow('broken')
})

test('the words of a source are those of its HTML, or else of its wiki syntax', () => {
  expect(sourceToText({ rendered: '<p>a</p><p>b</p>', raw: 'c' })).toBe('a b')
  expect(sourceToText({ rendered: 'a<iframe>no words</iframe>b', raw: '' })).toBe('a b')
  expect(sourceToText({ rendered: ' ', raw: "'''c'''\n* d" })).toBe('c d')
  expect(sourceToText({ rendered: '', raw: ' ' })).toBe('')
})
