import { expect, test } from 'vitest'
import { wikiToHtml } from '../../src/render/wiki-syntax.ts'

test.each([
  ['bold, italic, inserted', "'''a''' ''b'' '''++c++'''", '<p><strong>a</strong> <em>b</em> <strong><ins>c</ins></strong></p>'],
  ['a link with words', '[http://a.test/?x=1&y=2|the list]', '<p><a href="http://a.test/?x=1&amp;y=2">the list</a></p>'],
  ['a link that asks for a new window', '[/Info/Terms|new_window=true]', '<p><a href="/Info/Terms">/Info/Terms</a></p>'],
  ['a bare address', 'see http://a.test/x', '<p>see <a href="http://a.test/x">http://a.test/x</a></p>'],
  ['a guide', '[guide|12|How to|new_window=true]', '<p><a href="/Guide/-/12">How to</a></p>'],
  ['a guide with an option before the words', '[guide|12|new_window=true|How to]', '<p><a href="/Guide/-/12">How to</a></p>'],
  ['a link with an option before the words', '[/Info/Terms|new_window=true|Terms]', '<p><a href="/Info/Terms">Terms</a></p>'],
  ['a named link with an option before the words', '[link|/Info/Terms|new_window=true|Terms]', '<p><a href="/Info/Terms">Terms</a></p>'],
  ['a category by its title', '[category|A & B/C]', '<p><a href="/Device/A%20%26%20B%2FC">A &amp; B/C</a></p>'],
  ['a video', '[video|http://www.youtube.com/watch?v=xzoen7x46qI]', '<iframe src="http://www.youtube.com/watch?v=xzoen7x46qI"></iframe>'],
  ['a picture, which has no address here', 'a [image|123|align=left|caption=Lid] b', '<p>a Lid b</p>'],
  ['brackets that are no link', '[2] pieces [add use here] [x|y]', '<p>[2] pieces [add use here] [x|y]</p>'],
  ['headings', '== Parts ==\ntext', '<h2>Parts</h2>\n<p>text</p>'],
  ['a rule', 'a\n----\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ['line breaks', 'a\r\nb', '<p>a<br>b</p>'],
  ['a link in brackets alone', '[https://a.test/x] b', '<p><a href="https://a.test/x">https://a.test/x</a> b</p>'],
  ['a link in brackets alone, without encryption', '[http://a.test/x]', '<p><a href="http://a.test/x">http://a.test/x</a></p>'],
  ['words in brackets, one with a slash', '[and/or|so]', '<p>[and/or|so]</p>'],
  ['marks around words', "''two words'' ++two words++", '<p><em>two words</em> <ins>two words</ins></p>'],
  ['dashes behind a word', 'a ----', '<p>a ----</p>'],
  ['an item behind several spaces', '#   a', '<ol><li>a</li></ol>'],
  ['indents with any number of spaces', ':a\n:   b', '<blockquote><p>a<br>b</p></blockquote>'],
  ['a link to write a mail', '[mailto:a@b.test|write]', '<p><a href="mailto:a@b.test">write</a></p>'],
  ['a link of any case, with spaces around its parts', '[ Guide | 12 | How to ]', '<p><a href="/Guide/-/12">How to</a></p>'],
  ['a link without words, by its target', '[guide|12]', '<p><a href="/Guide/-/12">12</a></p>'],
  ['a link without a target, which is text', '[guide|] [video|] [x||y]', '<p>[guide|] [video|] [x||y]</p>'],
  ['a named link without words', '[link|/Info/Terms]', '<p><a href="/Info/Terms">/Info/Terms</a></p>'],
  ['an address inside a word, which is text', 'xhttp://a.test', '<p>xhttp://a.test</p>'],
  ['an address in brackets', '(https://a.test/x)', '<p>(<a href="https://a.test/x">https://a.test/x</a>)</p>'],
  [
    'an address at the end of a sentence',
    'http://a.test/x.html.,;:!?)',
    '<p><a href="http://a.test/x.html">http://a.test/x.html</a>.,;:!?)</p>',
  ],
  [
    'marks that come twice',
    "'''a''' '''b''' ''c'' ''d'' ++e++ ++f++",
    '<p><strong>a</strong> <strong>b</strong> <em>c</em> <em>d</em> <ins>e</ins> <ins>f</ins></p>',
  ],
  ['a video in a text', 'a [youtube|x1] b', '<p>a <iframe src="x1"></iframe> b</p>'],
  ['videos below each other', '[embed|x1]\n[youtube|x2]', '<iframe src="x1"></iframe>\n<iframe src="x2"></iframe>'],
  ['a picture without a caption', 'a [image|123|align=left] b', '<p>a  b</p>'],
  ['two paragraphs', 'a\n \nb', '<p>a</p>\n<p>b</p>'],
  ['an indent', ': a\n:: b\nc', '<blockquote><p>a<br>b</p></blockquote>\n<p>c</p>'],
  ['a heading that is not closed', '=== Parts', '<h3>Parts</h3>'],
  ['a heading with a sign in it', '== a = b ==', '<h2>a = b</h2>'],
  ['a heading with marks', "= ''a'' =", '<h1><em>a</em></h1>'],
  ['a heading of the lowest level', '====== a ======', '<h6>a</h6>'],
  ['headings below each other', '= a =\n== b ==', '<h1>a</h1>\n<h2>b</h2>'],
  ['a heading without words', 'a\n== ==\nb', '<p>a</p>\n\n<p>b</p>'],
  ['the longest heading', `== ${'a'.repeat(295)}`, `<h2>${'a'.repeat(295)}</h2>`],
  ['what is longer than that', `== ${'a'.repeat(297)}`, `<p>== ${'a'.repeat(297)}</p>`],
  ['signs of equality behind a word', 'a == b ==', '<p>a == b ==</p>'],
  ['too few dashes for a rule', '---', '<p>---</p>'],
  ['more dashes than a rule needs', '------', '<hr>'],
  ['dashes before a word', '---- a', '<p>---- a</p>'],
  ['a star that begins no item', '*a', '<p>*a</p>'],
  ['a star behind a word', 'a * b', '<p>a * b</p>'],
  ['marks inside an item', "# ''a''", '<ol><li><em>a</em></li></ol>'],
  ['HTML, which is text', '<b onclick=x>&amp;', '<p>&lt;b onclick=x&gt;&amp;amp;</p>'],
])('%s', (_, raw, html) => {
  expect(wikiToHtml(raw).trim()).toBe(html)
})

test('lists nest and mix', () => {
  expect(wikiToHtml('* a\n** b\n*# c\n# d').replaceAll('\n', '')).toBe(
    '<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul><ol><li>d</li></ol>',
  )
})

test('lists deepen by more than a level, end at once, and begin anew', () => {
  expect(wikiToHtml('* a\n*** b\n* c')).toBe('<ul><li>a<ul><li><ul><li>b</li></ul></li></ul></li><li>c</li></ul>')
  expect(wikiToHtml('# a\n\n# b')).toBe('<ol><li>a</li></ol>\n<ol><li>b</li></ol>')
})

test('lists deeper than ten are one list', () => {
  expect(wikiToHtml(`${'*'.repeat(10)} a\n${'*'.repeat(300)} b`)).toBe(`${'<ul><li>'.repeat(10)}a</li><li>b${'</li></ul>'.repeat(10)}`)
})
