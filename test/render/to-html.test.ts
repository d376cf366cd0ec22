import { expect, test, vi } from 'vitest'
import { findMedia, relink, sized } from '../../src/render/relink.ts'
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

const NO_ADDRESSES = ['http://[', 'xhttp://elsewhere.test/', 'http://elsewhere.test:x/']
test.each([
  ...'http://localhost:8080/x http://127.0.0.1:9/x http://[::1]/x http://0.0.0.0/ http://a.localhost/ ftp://x.test/'.split(' '),
  '#',
  '',
  ...NO_ADDRESSES,
])('a link to %j keeps only its words', (href) => {
  expect(render(`a <a href="${href}">b</a> c`)).toBe('a b c')
})

test('invalid web addresses lead nowhere', () => {
  expect(NO_ADDRESSES.filter((href) => relink(href, CONTEXT))).toEqual([])
})

test('an address may have spaces around it', () => {
  expect(relink(' /Guide/x/12 ', CONTEXT)).toEqual({ href: '/b/guide/12/', leaving: false })
  expect(relink(' mailto:a@b.test ', CONTEXT)).toEqual({ href: 'mailto:a@b.test', leaving: false })
  expect(findMedia(' /img/kettle.jpg ', CONTEXT)?.src).toBe('/b/media/kettle.jpg')
})

test('an address that only contains a mail address leaves the site', () => {
  expect(relink('https://elsewhere.test/?mailto:a', CONTEXT)).toEqual({ href: 'https://elsewhere.test/?mailto:a', leaving: true })
})

test('an empty address is not looked up', () => {
  const mediaOf = vi.fn(() => undefined)
  expect(findMedia(' ', { ...CONTEXT, mediaOf })).toBeUndefined()
  expect(mediaOf).not.toHaveBeenCalled()
})

test('a picture has its size if both dimensions are known', () => {
  expect(sized({ src: '/a', width: 1, height: 2 })).toEqual({ src: '/a', width: '1', height: '2' })
  expect(sized({ src: '/a', width: 1 })).toEqual({ src: '/a' })
  expect(sized({ src: '/a', height: 2 })).toEqual({ src: '/a' })
})

test.each([
  [
    'a link keeps its title, language and direction',
    '<a href="/Guide/x/12" title="t" lang="de" dir="ltr" rel="x">y</a>',
    '<a href="/b/guide/12/" title="t" lang="de" dir="ltr">y</a>',
  ],
  [
    'a picture that browsers do not show is a link to its file',
    '<p><img src="/img/scan.tiff" alt="A &amp; B"> <a href="/Guide/x/12"><img src="/img/scan.tiff"></a></p>',
    '<p><a href="/b/media/scan.tiff">A &amp; B (TIFF)</a> <a href="/b/guide/12/">(TIFF)</a></p>',
  ],
  [
    'mail and telephone links stay',
    '<a href="mailto:a@b.test">m</a><a href="tel:+1">t</a>',
    '<a href="mailto:a@b.test">m</a><a href="tel:+1">t</a>',
  ],
  [
    'a link inside a link is plain text',
    '<a href="/Guide/x/12"><b><i><a href="/Guide/x/13">y</a></i></b></a>',
    '<a href="/b/guide/12/"><b><i>y</i></b></a>',
  ],
  ['cells without a table are blocks, whose words stay apart', '<th>a</th><td>b</td>', '<div>a</div><div>b</div>'],
  [
    'a heading and the links to it keep their name',
    '<h2 id="Section_Café au lait"><a href="#Section_Caf%C3%A9 au lait">Café</a></h2>',
    '<h2 id="Section_Café_au_lait"><a href="#Section_Caf%C3%A9_au_lait">Café</a></h2>',
  ],
  [
    'an old-style anchor works',
    '<a name="parts"></a><a href="#parts">Parts</a>',
    '<span id="content-parts"></span><a href="#content-parts">Parts</a>',
  ],
  ['an id is used once', '<p id="a">1</p><p id="a">2</p>', '<p id="content-a">1</p><p>2</p>'],
  [
    'a picture is local and knows its size',
    `<img src='https://repair.test/img/kettle.jpg' alt='A "kettle"' width=1 onclick="window.open('x')">`,
    '<img src="/b/media/kettle.jpg" width="300" height="225" alt="A &quot;kettle&quot;" loading="lazy" decoding="async" />',
  ],
  [
    'a picture keeps its title, and may have its address where scripts look for it',
    '<img data-src="/img/kettle.jpg" title="t">',
    '<img src="/b/media/kettle.jpg" width="300" height="225" alt="" loading="lazy" decoding="async" title="t" />',
  ],
  [
    'a picture that is not cached leaves its words',
    'a <img src="/img/gone.jpg" alt="the &lt;lid&gt;"> b<img src="/img/gone.jpg"> c',
    'a the &lt;lid&gt; b c',
  ],
  [
    'alignment becomes a class',
    '<p style="color:red;text-align: center" class="evil">x</p><p align=right>y</p>',
    '<p class="align-center">x</p><p class="align-right">y</p>',
  ],
  ['broken HTML comes out well-formed', '<ul><li>a<li><b>b<i>c</b></ul></div><p>d', '<ul><li>a</li><li><b>b<i>c</i></b></li></ul><p>d</p>'],
])('%s', (_, html, rendered) => {
  expect(render(html)).toBe(rendered)
})

test('a player inside a link is removed, and the link continues', () => {
  const player = '<iframe src="https://www.youtube.com/embed/xzoen7x46qI"></iframe>'
  expect(render(`<a href="/Guide/x/12">see ${player}it</a>`)).toBe('<a href="/b/guide/12/">see it</a>')
})

test('an empty link is removed, one that contains a picture is kept', () => {
  const picture = '<img src="/b/media/kettle.jpg" width="300" height="225" alt="" loading="lazy" decoding="async" />'
  expect(
    render('<a href="/Guide/x/12"><svg><path d="M0 0"/></svg></a><a href="/Guide/x/12"><span><img src="/img/kettle.jpg"></span></a>'),
  ).toBe(`<a href="/b/guide/12/"><span>${picture}</span></a>`)
})

test.each([
  ['<a name=\'old parts\'></a><a href=" #old parts">x</a>', '<span id="content-old_parts"></span><a href="#content-old_parts">x</a>'],
  ['<b id=parts>y</b><a href="#parts">x</a>', '<b id="content-parts">y</b><a href="#content-parts">x</a>'],
  ['<b id="a  b">y</b><a href="#a  b">x</a>', '<b id="content-a_b">y</b><a href="#content-a_b">x</a>'],
  ['<b id="100%">y</b><a href="#100%">x</a>', '<b id="content-100%">y</b><a href="#content-100%25">x</a>'],
])('an anchor is found in any quotes: %s', (html, rendered) => {
  expect(render(html)).toBe(rendered)
})

test('a link within the page works for existing anchors', () => {
  expect(render('<a href="#s38274">x</a> <a href="#s9">y</a>', { anchors: new Set(['s38274']) })).toBe('<a href="#s38274">x</a> y')
})

test('headings nest below the heading that the page gives them', () => {
  expect(render('<h1>a</h1><h2>b</h2><h6>c</h6>')).toBe('<h2>a</h2><h3>b</h3><h4>c</h4>')
  expect(render('<h3>a</h3><h4>b</h4>', { headingStart: 3 })).toBe('<h3>a</h3><h4>b</h4>')
  expect(render('<h4>a</h4>')).toBe('<h2>a</h2>')
  expect(render('<H5>a</H5><H6>b</H6>')).toBe('<h2>a</h2><h3>b</h3>')
})

test('each of many uncached pictures is replaced by its own words', () => {
  const words = Array.from({ length: 12 }, (_, at) => `words${at}`)
  expect(render(words.map((alt) => `<img src="/img/gone.jpg" alt="${alt}">`).join(' '))).toBe(words.join(' '))
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

test('a player shows its poster if it is cached', () => {
  expect(render(`<div videoid=xzoen7x46qI style='background-image:url("https://repair.test/img/kettle.jpg")'></div>`)).toBe(
    `${PLAYER}<img src="/b/media/kettle.jpg" width="300" height="225" alt="" loading="lazy" /><span>Video on YouTube</span></a>`,
  )
})

test('an unknown frame is a link with its title or host', () => {
  expect(render('<iframe src="https://map.test/x"></iframe>')).toMatch(
    /^<a (?=.*class="leaving")(?=.*rel="noopener external").*href="https:\/\/map\.test\/x".*>map\.test<\/a>$/,
  )
  expect(render('<iframe src="https://map.test/x" title="A & B"></iframe>')).toContain('>A &amp; B</a>')
})

test('a video without a title is a link with its kind, and a link inside it is removed', () => {
  expect(render('<video src="https://film.test/x.mp4"><a href="/Guide/x/12">y</a></video>')).toMatch(
    /^<a [^>]*href="https:\/\/film\.test\/x\.mp4"[^>]*>videoy<\/a>$/,
  )
})

test.each([
  ['a table in its frame', '<div class="table-container"><table><tbody><tr><td colspan="2">x</td></tr></tbody></table></div>'],
  ['a featured quote', '<blockquote class="featured"><p>x</p></blockquote>'],
  ['a picture box', '<div class="imageBox imageBox_left">x</div>'],
  ['what was inserted, and a place to break', '<p>con<wbr />duc<ins>tor</ins></p>'],
  ['what the service could not link', '<p>see [invalid guide link]</p>'],
])('%s is kept unchanged', (_, html) => {
  expect(render(html)).toBe(html)
})

test.each([
  ['<p align="center-x">', '<p>'],
  ['<p align="xright">', '<p>'],
  ['<p style="text-align:justify">', '<p>'],
  ['<p style="text-align:right">', '<p class="align-right">'],
  ['<p style="text-align  :  right">', '<p class="align-right">'],
  ['<p align=RIGHT>', '<p class="align-right">'],
])('%s becomes %s', (given, rendered) => expect(render(`${given}x</p>`)).toBe(`${rendered}x</p>`))

test('an invalid character is removed, and hides no element', () => {
  expect(render('a\0b')).toBe('ab')
  expect(render('a<scr\0ipt>b</scr\0ipt>')).toBe('a')
})

test('text without markup is kept unchanged, other text is escaped', () => {
  expect(render('4" pipe')).toBe('4" pipe')
  expect(render('a < b & c > d')).toBe('a &lt; b &amp; c &gt; d')
})

test('a line contains no blocks', () => {
  expect(line('<p>one <strong>two</strong></p>')).toBe('one <strong>two</strong>')
  expect(line('<p>one</p><ul><li id="a">two</li></ul><p></p>')).toBe('one<br />two')
  expect(line(' <p> </p> <p> one</p> <br> two <br> <br> ')).toBe('one <br /> two')
  expect(line(' <b>one</b> two ')).toBe('<b>one</b> two')
  expect(line('<br> <b>one</b>')).toBe('<b>one</b>')
})

test('a line has no ids, since it can occur on a page twice', () => {
  expect(line('<b id="a">one</b> <a name="b">two</a> <a id="c" href="/Guide/x/12">three</a>')).toBe(
    '<b>one</b> two <a href="/b/guide/12/">three</a>',
  )
})

test('wiki syntax is used if there is no HTML', () => {
  expect(toInlineHtml({ rendered: '', raw: "'''Stop''' here" }, CONTEXT)).toBe('<strong>Stop</strong> here')
  expect(toHtml({ rendered: ' ', raw: '' }, CONTEXT)).toBe('')
})

test('plain text has entities decoded, blocks separated and broken words joined', () => {
  expect(
    toText(
      '<h2>A</h2><p>con<wbr />duc<b>tor</b> &amp;\n&quot;x&quot;<br>y</p><ul><li>1</li><li>2</li></ul><script>no</script><iframe>no</iframe>',
    ),
  ).toBe('A conductor & "x" y 1 2')
  expect(toText('  two\n words ')).toBe('two words')
  expect(toText('<p>See [invalid guide link] first.</p>')).toBe('See first.')
  expect(toText('<script>no</script>one<p>two</p>three <style>no</style><b>four</b>')).toBe('one two three four')
})

test.each([
  ['<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', '1/2'],
  ['<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>', '(a+b)/2'],
  ['<math><msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><msqrt><mi>y</mi></msqrt></math>', 'x^2&lt;√y'],
  ['<math><semantics><mi>x</mi><annotation encoding="TeX">\\x</annotation></semantics></math>', 'x'],
  ['<math><mroot><mi>x</mi><mn>3</mn></mroot></math>', '3√x'],
  ['<MATH>1</MATH >, <math>2</math>, <math>3', '1, 2, '],
])('a formula is a line of text: %s', (html, text) => {
  expect(render(`<p>${html}</p>`)).toBe(`<p>${text}</p>`)
  expect(toText(html).replace('<', '&lt;')).toBe(text.trim())
})

test('the areas of a picture become links, and so does audio', () => {
  const picture = render('<img src="/img/kettle.jpg" alt="m">')
  expect(
    render('<map name="m"><area shape="rect" href="/Guide/x/12" alt="Lid"></map><img usemap="#m" src="/img/kettle.jpg" alt="m">'),
  ).toBe(`<a href="/b/guide/12/">Lid</a>${picture}`)
  expect(render('<audio controls src="http://elsewhere.test/a.mp3"></audio>')).toBe(
    '<a class="leaving" rel="noopener external" href="http://elsewhere.test/a.mp3">audio</a>',
  )
})

test('a lazy picture is shown once, also with a noscript copy', () => {
  const shown = render('<img src="/img/kettle.jpg" alt="a">')
  const late = '<img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAACw=" data-src="/img/kettle.jpg" alt="a">'
  expect(render(`${late}<noscript><img src="/img/kettle.jpg" alt="a"></noscript>`)).toBe(shown)
  expect(render(`<noscript><img src="/img/kettle.jpg" alt="a"></noscript>`)).toBe(shown)
  const given = '<img src="/img/kettle.jpg" alt="a">'
  expect(render(`${given}<noscript>x</noscript>`)).toBe(`${shown}x`)
  expect(render(`${given}${given}`)).toBe(`${shown}${shown}`)
})
