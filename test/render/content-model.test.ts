import { expect, test } from 'vitest'
import { nest, orderHeadings } from '../../src/render/content-model.ts'

const expectNested = (given: string, nested: string) => expect([nest(given), nest(nested)]).toEqual([nested, nested])

test.each([
  ['a block ends a paragraph', '<p>a<ul><li>b</li></ul>c</p>', '<p>a</p><ul><li>b</li></ul>c'],
  ['formatting goes on inside a block', '<b>a<p>b</p>c</b>', '<b>a</b><p><b>b</b></p><b>c</b>'],
  ['a link goes on inside a block', '<a href="/x"><div>a</div></a>', '<div><a href="/x">a</a></div>'],
  ['an anchor stands once', '<b id="x">a<p>b</p></b>', '<b id="x">a</b><p><b>b</b></p>'],
  ['an anchor without words stays', '<p><span id="x"></span></p>', '<p><span id="x"></span></p>'],
  ['formatting of nothing goes', '<p><b> </b><i></i>x</p>', '<p> x</p>'],
  ['a heading is one line', '<h2>a<p>b</p>c</h2>', '<h2>a b c</h2>'],
  ['a heading in a term or a column head is text', '<dl><dt><h3>a</h3></dt></dl>', '<dl><dt>a</dt></dl>'],
  ['text in a list is an item', '<ul>a<li>b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['text in a list of terms explains', '<dl>a<dt>b</dt></dl>', '<dl><dd>a</dd><dt>b</dt></dl>'],
  ['details without a summary are open', '<details open="">a</details>', '<div>a</div>'],
  ['details with one stay', '<details> <summary>a</summary>b</details>', '<details> <summary>a</summary>b</details>'],
  [
    'a second summary is a block',
    '<details><summary>a</summary><summary>b</summary></details>',
    '<details><summary>a</summary><div>b</div></details>',
  ],
  ['a rule ends a paragraph', '<p>a<hr />b</p>', '<p>a</p><hr />b'],
  ['there is no line break between rows or items', '<ul><br /><li>a</li></ul>', '<ul><li>a</li></ul>'],
  ['a heading that holds a block without words goes', '<h2><p> </p></h2>a', 'a'],
  ['a heading that holds a picture stays', '<h2><img src="/x" /></h2>', '<h2><img src="/x" /></h2>'],
  ['a rule in a list is an item', '<ul><hr /></ul>', '<ul><li><hr /></li></ul>'],
  ['a picture in a list is an item', '<ul><img src="/x" /></ul>', '<ul><li><img src="/x" /></li></ul>'],
  ['details that begin with a text are open', '<details>a<summary>b</summary></details>', '<div>a<div>b</div></div>'],
  ['a caption of a figure stays', '<figure><figcaption>a</figcaption></figure>', '<figure><figcaption>a</figcaption></figure>'],
  ['a line break that begins a paragraph stays', '<p>\na</p>', '<p>\na</p>'],
  ['a line break in a pre stays', '<pre><b>a</b>\nb</pre>', '<pre><b>a</b>\nb</pre>'],
  ['the first line break of a pre is none', '<pre>\n\na\n</pre>', '<pre>a\n</pre>'],
])('%s', (_, given, nested) => expectNested(given, nested))

test.each(['figcaption', 'caption', 'summary', 'dt', 'li', 'td'])('a %s alone is a block', (name) =>
  expectNested(`<${name}>a</${name}>`, '<div>a</div>'),
)

test.each([
  ['a column head without words is a cell', '<tr><th scope="col"></th></tr>', '<tbody><tr><td></td></tr></tbody>'],
  ['rows have a body, cells a row', '<td>a</td>', '<tbody><tr><td>a</td></tr></tbody>'],
  ['a row ends the one before', '<tr><td>a<tr><td>b</td></tr></td></tr>', '<tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody>'],
  ['text in a table is a cell', 'a<tr><td>b</td></tr>', '<tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody>'],
  [
    'a head and a body follow each other',
    '<thead><tr><th>a</th></tr><tbody><tr><td>b</td></tr></tbody></thead>',
    '<thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody>',
  ],
  [
    'a caption comes first or not at all',
    '<caption>a</caption><tr><td>b</td></tr><caption>c</caption>',
    '<caption>a</caption><tbody><tr><td>b</td></tr><tr><td><div>c</div></td></tr></tbody>',
  ],
  [
    'a table in a cell keeps to itself',
    '<tr><td><table><tr><td>a</td></tr></table>b</td></tr>',
    '<tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table>b</td></tr></tbody>',
  ],
  ['a column head that holds a rule stays', '<tr><th><hr /></th></tr>', '<tbody><tr><th><hr /></th></tr></tbody>'],
  [
    'a foot follows its body',
    '<tbody><tr><td>a<tfoot><tr><td>b</td></tr></tfoot></td></tr></tbody>',
    '<tbody><tr><td>a</td></tr></tbody><tfoot><tr><td>b</td></tr></tfoot>',
  ],
])('of a table: %s', (_, given, nested) => expectNested(`<table>${given}</table>`, `<table>${nested}</table>`))

test('tags nested too deeply are dropped, but not their content', () => {
  const deep = `${'<div>'.repeat(300)}a${'</div>'.repeat(300)}`
  expect(nest(deep)).toBe(`${'<div>'.repeat(100)}a${'</div>'.repeat(100)}`)
})

test('at most fifty formatting elements are kept in one place', () => {
  expect(nest(`${'<b>'.repeat(60)}a${'</b>'.repeat(60)}`)).toBe(`${'<b>'.repeat(50)}a${'</b>'.repeat(50)}`)
})

test('headings follow each other level by level', () => {
  expect(orderHeadings('<h2>a</h2><h5>b</h5><h4>c</h4><h3>d</h3><h2>e</h2>', 2)).toBe('<h2>a</h2><h3>b</h3><h3>c</h3><h3>d</h3><h2>e</h2>')
  expect(orderHeadings('<h6>a</h6><h2>b</h2>', 4)).toBe('<h4>a</h4><h4>b</h4>')
})
