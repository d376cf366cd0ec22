import { expect, test } from 'vitest'
import { type RenderOptions, toHtml, toInlineHtml, toText } from '../../src/render/to-html.ts'
import { CONTEXT } from './context.ts'

const render = (rendered: string, options?: RenderOptions): string => toHtml({ rendered, raw: 'unused' }, CONTEXT, options)
const line = (rendered: string): string => toInlineHtml({ rendered, raw: 'unused' }, CONTEXT)

test.each([
  ['a link to a cached guide', '/Guide/Any+Title/12', '/b/guide/12/'],
  ['a localised one', 'https://repair.test/Anleitung/Titel/12', '/b/guide/12/'],
  ['one without a title', '/Guide/-/12', '/b/guide/12/'],
  ['one with page number and step', '/Teardown/X/12/1#s38274', '/b/guide/12/#s38274'],
  ['one by way of the address that was crawled', 'http://127.0.0.1:4321/Guide/X/12', '/b/guide/12/'],
  ['one to http where the site is https', 'http://repair.test/Guide/X/12', '/b/guide/12/'],
  ['a wiki with a heading', '/Device/Kettle#Section_Parts', '/b/kettle/#Section_Parts'],
  ['a cached file', '/img/kettle.jpg', '/b/media/kettle.jpg'],
])('%s leads to the local page', (_, href, local) => {
  expect(render(`<a href="${href}">x</a>`)).toBe(`<a href="${local}">x</a>`)
})

test.each([
  ['a record that is not cached', '/Guide/Other/13', 'https://repair.test/Guide/Other/13'],
  ['a page that is no record', '/Answers/View/1', 'https://repair.test/Answers/View/1'],
  ['a foreign page', 'http://elsewhere.test/a?b=1&amp;c=2', 'http://elsewhere.test/a?b=1&amp;c=2'],
  ['an address without a protocol', '//elsewhere.test/', 'https://elsewhere.test/'],
  ['the crawled address', 'http://127.0.0.1:4321/Answers/View/1', 'https://repair.test/Answers/View/1'],
])('%s is a link that leaves', (_, href, original) => {
  expect(render(`<a href="${href}">x</a>`)).toBe(`<a class="leaving" rel="noopener external" href="${original}">x</a>`)
})

test.each([
  'http://localhost:8080/x',
  'http://127.0.0.1:9/x',
  'http://[::1]/x',
  'http://0.0.0.0/',
  'http://a.localhost/',
  'ftp://x.test/',
  '#',
  '',
])('a link to %j keeps its words only', (href) => {
  expect(render(`a <a href="${href}">b</a> c`)).toBe('a b c')
})

test('mail and telephone links stay', () => {
  expect(render('<a href="mailto:a@b.test">m</a><a href="tel:+1">t</a>')).toBe('<a href="mailto:a@b.test">m</a><a href="tel:+1">t</a>')
})

test('a link inside a link is plain text', () => {
  expect(render('<a href="/Guide/x/12"><b><i><a href="/Guide/x/13">y</a></i></b></a>')).toBe('<a href="/b/guide/12/"><b><i>y</i></b></a>')
})

test('a player inside a link goes, and the link goes on', () => {
  const player = '<iframe src="https://www.youtube.com/embed/xzoen7x46qI"></iframe>'
  expect(render(`<a href="/Guide/x/12">see ${player}it</a>`)).toBe('<a href="/b/guide/12/">see it</a>')
})

test('cells without a table are blocks, whose words stay apart', () => {
  expect(render('<th>a</th><td>b</td>')).toBe('<div>a</div><div>b</div>')
})

test('a link that holds nothing goes, one that holds a picture stays', () => {
  const picture = '<img src="/b/media/kettle.jpg" width="300" height="225" alt="" loading="lazy" decoding="async" />'
  expect(
    render('<a href="/Guide/x/12"><svg><path d="M0 0"/></svg></a><a href="/Guide/x/12"><span><img src="/img/kettle.jpg"></span></a>'),
  ).toBe(`<a href="/b/guide/12/"><span>${picture}</span></a>`)
})

test('a heading and the links to it keep their name', () => {
  expect(render('<h2 id="Section_Café au lait"><a href="#Section_Caf%C3%A9 au lait">Café</a></h2>')).toBe(
    '<h2 id="Section_Café_au_lait"><a href="#Section_Caf%C3%A9_au_lait">Café</a></h2>',
  )
})

test('an old-style anchor works', () => {
  expect(render('<a name="parts"></a><a href="#parts">Parts</a>')).toBe(
    '<span id="content-parts"></span><a href="#content-parts">Parts</a>',
  )
})

test('an id is used once', () => {
  expect(render('<p id="a">1</p><p id="a">2</p>')).toBe('<p id="content-a">1</p><p>2</p>')
})

test('a link into the page works for the anchors that it has', () => {
  expect(render('<a href="#s38274">x</a> <a href="#s9">y</a>', { anchors: new Set(['s38274']) })).toBe('<a href="#s38274">x</a> y')
})

test('headings nest below the heading that the page gives them', () => {
  expect(render('<h1>a</h1><h2>b</h2><h6>c</h6>')).toBe('<h2>a</h2><h3>b</h3><h4>c</h4>')
  expect(render('<h3>a</h3><h4>b</h4>', { headingStart: 3 })).toBe('<h3>a</h3><h4>b</h4>')
  expect(render('<h4>a</h4>')).toBe('<h2>a</h2>')
})

test('a picture is local and knows its size', () => {
  expect(render(`<img src='https://repair.test/img/kettle.jpg' alt='A "kettle"' width=1 onclick="window.open('x')">`)).toBe(
    '<img src="/b/media/kettle.jpg" width="300" height="225" alt="A &quot;kettle&quot;" loading="lazy" decoding="async" />',
  )
})

test('a picture that is not cached leaves its words', () => {
  expect(render('a <img src="/img/gone.jpg" alt="the &lt;lid&gt;"> b<img src="/img/gone.jpg"> c')).toBe('a the &lt;lid&gt; b c')
})

const PLAYER =
  '<a class="embed" href="https://www.youtube.com/watch?v=xzoen7x46qI" data-embed="https://www.youtube-nocookie.com/embed/xzoen7x46qI" rel="noopener external">'

test.each([
  `<div videoid=xzoen7x46qI class='youtube-player' src="https://www.youtube-nocookie.com/embed/xzoen7x46qI?wmode=opaque" style='background-image:url("https://i.ytimg.com/vi/xzoen7x46qI/hqdefault.jpg")' width=560 ></div>`,
  '<iframe width=560 src="https://www.youtube.com/embed/xzoen7x46qI?rel=0" allowfullscreen></iframe>',
  '<iframe src="//www.youtube-nocookie.com/embed/xzoen7x46qI"></iframe>',
  '<lite-youtube videoid="xzoen7x46qI"></lite-youtube>',
  '<object><param name=movie value=x><embed src="https://www.youtube.com/v/xzoen7x46qI"></object>',
])('a player waits for a click: %s', (html) => {
  expect(render(html)).toBe(`${PLAYER}<span>Video on YouTube</span></a>`)
})

test.each([
  ['a host whose name only ends like it', '<iframe src="https://notyoutube.com/embed/xzoen7x46qI"></iframe>', 'notyoutube.com'],
  [
    'a host whose name only begins like it',
    '<iframe src="https://youtube.com.evil.test/embed/xzoen7x46qI"></iframe>',
    'youtube.com.evil.test',
  ],
  ['an id that is a path', '<lite-youtube videoid="xzoen7/../../x"></lite-youtube>', ''],
  ['an id too short for one', '<lite-youtube videoid="x46qI"></lite-youtube>', ''],
])('%s is no player of YouTube', (_, html, words) => {
  expect(render(html)).not.toContain('data-embed')
  expect(render(html).replace(/<[^>]*>/g, '')).toBe(words)
})

test('a player shows its poster when that is cached', () => {
  expect(render(`<div videoid=xzoen7x46qI style='background-image:url("https://repair.test/img/kettle.jpg")'></div>`)).toBe(
    `${PLAYER}<img src="/b/media/kettle.jpg" width="300" height="225" alt="" loading="lazy" /><span>Video on YouTube</span></a>`,
  )
})

test('an unknown frame is a link with its title or host', () => {
  const leaving = '<a rel="noopener external" class="leaving" href="https://map.test/x">'
  expect(
    render('<iframe src="https://map.test/x"></iframe>').replace(
      'class="leaving" rel="noopener external"',
      'rel="noopener external" class="leaving"',
    ),
  ).toBe(`${leaving}map.test</a>`)
  expect(render('<iframe src="https://map.test/x" title="A & B"></iframe>')).toContain('>A &amp; B</a>')
})

test.each([
  ['a table in its frame', '<div class="table-container"><table><tbody><tr><td colspan="2">x</td></tr></tbody></table></div>'],
  ['a featured quote', '<blockquote class="featured"><p>x</p></blockquote>'],
  ['a picture box', '<div class="imageBox imageBox_left">x</div>'],
  ['what was inserted, and a place to break', '<p>con<wbr />duc<ins>tor</ins></p>'],
  ['what the service could not link', '<p>see [invalid guide link]</p>'],
])('%s stays as it is', (_, html) => {
  expect(render(html)).toBe(html)
})

test('alignment becomes a class', () => {
  expect(render('<p style="color:red;text-align: center" class="evil">x</p><p align=right>y</p>')).toBe(
    '<p class="align-center">x</p><p class="align-right">y</p>',
  )
})

test('broken HTML comes out well-formed', () => {
  expect(render('<ul><li>a<li><b>b<i>c</b></ul></div><p>d')).toBe('<ul><li>a</li><li><b>b<i>c</i></b></li></ul><p>d</p>')
})

test('text without markup is taken as it is, other text is escaped', () => {
  expect(render('4" pipe')).toBe('4" pipe')
  expect(render('a < b & c > d')).toBe('a &lt; b &amp; c &gt; d')
})

test('a line holds no blocks', () => {
  expect(line('<p>one <strong>two</strong></p>')).toBe('one <strong>two</strong>')
  expect(line('<p>one</p><ul><li id="a">two</li></ul><p></p>')).toBe('one<br />two')
})

test('a line has no ids, since it can stand on a page twice', () => {
  expect(line('<b id="a">one</b> <a name="b">two</a> <a id="c" href="/Guide/x/12">three</a>')).toBe(
    '<b>one</b> two <a href="/b/guide/12/">three</a>',
  )
})

test('wiki syntax is used where there is no HTML', () => {
  expect(toInlineHtml({ rendered: '', raw: "'''Stop''' here" }, CONTEXT)).toBe('<strong>Stop</strong> here')
  expect(toHtml({ rendered: ' ', raw: '' }, CONTEXT)).toBe('')
})

test('plain text has its entities decoded, blocks parted and broken words whole', () => {
  expect(
    toText(
      '<h2>A</h2><p>con<wbr />duc<b>tor</b> &amp;\n&quot;x&quot;<br>y</p><ul><li>1</li><li>2</li></ul><script>no</script><iframe>no</iframe>',
    ),
  ).toBe('A conductor & "x" y 1 2')
  expect(toText('  two\n words ')).toBe('two words')
})
