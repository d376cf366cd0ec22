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
  ['HTML, which is text', '<b onclick=x>&amp;', '<p>&lt;b onclick=x&gt;&amp;amp;</p>'],
])('%s', (_, raw, html) => {
  expect(wikiToHtml(raw).trim()).toBe(html)
})

test('lists nest and mix', () => {
  expect(wikiToHtml('* a\n** b\n*# c\n# d').replaceAll('\n', '')).toBe(
    '<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul><ol><li>d</li></ol>',
  )
})
