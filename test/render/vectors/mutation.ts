import { cross } from './crossed.ts'

/** Markup in a value: harmless as long as the filter finds the value's end where the browser does. */
const HIDDEN = '<img src=x onerror=alert(1)>'

/** Elements whose content some parsers read as text and others as markup. */
const RAW =
  'noscript template xmp noembed noframes iframe textarea title style script plaintext select option listing object svg math button'.split(
    ' ',
  )

const raw = RAW.flatMap((element): [string, string][] => [
  [`${element} closed in a value`, `<${element}><p title="</${element}>${HIDDEN}"></${element}>`],
  [`${element} closed in a comment`, `<${element}><!-- </${element}>${HIDDEN} --></${element}>`],
  [`${element} closed with a space`, `<${element}></${element} x="${HIDDEN}">${HIDDEN}`],
])

const COMMENTS = [
  `<!-->${HIDDEN}-->`,
  `<!--->${HIDDEN}-->`,
  `<!-- --!>${HIDDEN}-->`,
  `<!-- -- >${HIDDEN}-->`,
  `<!--x--\u00a0>${HIDDEN}-->`,
  `<!--<img title="-->${HIDDEN}">`,
  `<!-- <!-- -->${HIDDEN}-->`,
  `<!-- x -->${HIDDEN}`,
  `<! x="${HIDDEN}">${HIDDEN}`,
  `<!x>${HIDDEN}`,
  `</ x="${HIDDEN}">${HIDDEN}`,
  `</x/${HIDDEN}`,
  `<?x ?>${HIDDEN}?>`,
  `<?xml-stylesheet href="javascript:alert(1)"?>`,
  `<![CDATA[${HIDDEN}]]>`,
  `<![if !IE]>${HIDDEN}<![endif]>`,
  `<!DOCTYPE x SYSTEM "${HIDDEN}">`,
  `<!ENTITY x "${HIDDEN}">&x;`,
]

/** Structures that a browser takes apart and reassembles. */
const SHAPES: Record<string, string> = {
  'a paragraph in a paragraph': '<p>a<p>b%</p></p>',
  'a block in a paragraph': '<p>a<div>b%</div>c</p>',
  'a list in a paragraph': '<p>a<ul><li>b%</ul>c</p>',
  'a heading in a heading': '<h2>a<h3>b%</h3>c</h2>',
  'a link in a link': '<a href=https://evil.test/x>a<a href=https://evil.test/y>b%</a>c</a>',
  'a link in a table in a link': '<a href=https://evil.test/x><table><tr><td><a href=https://evil.test/x>b%</a></table></a>',
  'text in a table': '<table>a<tr>b<td>c%</td>d</tr>e</table>',
  'a block in a table': '<table><div>a%</div><tr><td>b</table>',
  'a table in a paragraph in a table': '<table><tr><td><p>a<table><tr><td>b%</table></p></table>',
  'cells without a table': '<td>a%</td><tr><th>b</th></tr>',
  'a row without a body': '<table><tr><td>a%</table>',
  'a caption after rows': '<table><tr><td>a</td></tr><caption>b%</caption></table>',
  columns: '<table><colgroup><col span=2>%</colgroup><td>a</table>',
  'a table in a table': '<table><table>%</table></table>',
  'formatting across blocks': '<b>a<p>b</b>c%</p>',
  'formatting across cells': '<table><tr><td><b>a<td>b%</b></table>',
  'formatting left open': '<b><i><u><s><em>%',
  'formatting eight times': `${'<b><i>'.repeat(8)}a<p>b%`,
  'list items without a list': '<li>a<li>b%',
  'terms without a list': '<dt>a<dd>b%<dt>c',
  'items in items': '<ul><li>a<ul><li>b<li>c%</ul></ul>',
  'a summary without details': '<summary>a%</summary>',
  'details in a paragraph': '<p>a<details><summary>b%</summary></details></p>',
  'a summary with a heading': '<details><summary><h2>a%</h2></summary></details>',
  'an obsolete picture': '<image src=x onerror=alert(1)>%',
  'a nobr in a nobr': '<nobr>a<nobr>b%</nobr></nobr>',
  'a ruby': '<ruby>a<rt>b<rp>c%</ruby>',
  'a pre with a newline': '<pre>\n\n%</pre>',
  'a listing with a newline': '<listing>\n\n%</listing>',
  'a frameset': '<frameset>%</frameset>',
  'a second body': '</body><body id=x class=y>%',
  'a second head': '</head><head>%</head>',
  'a second page': '</body></html><html><body>%',
  'form in form': '<form>a<form>b%</form></form>',
  'form around a table': '<table><form>%<tr><td></form></table>',
  'break end tags': '</p></br>%</p></br>',
  'a button in a button': '<button>a<button>b%</button></button>',
  options: '<select><option>a<optgroup>b%</select>',
  'a template in a table': '<table><template><tr>%</template></table>',
  'a slot': '<template shadowrootmode=open><slot>%</slot></template>',
  'a ruler in a paragraph': '<p>a<hr>b%</p>',
  'a marquee': '<p><marquee><p>%</marquee>',
  'an object': '<p><object><p>%</object>',
  'a figure in a line': '<span>a<figure>b%<figcaption>c</figcaption></figure></span>',
  'a block in a link': '<a href=https://evil.test/x><div>a<p>%</div></a>',
  'a definition in a definition': '<dfn>a<dfn>b%</dfn></dfn>',
  'a NUL': 'a\0b<p>\0%</p>',
  'a carriage return': 'a\rb\r\n<p title="x\ry">%</p>',
}

export const MUTATIONS: Record<string, string> = {
  ...cross('mutation', raw, [['HTML', '%']]),
  ...cross(
    'mutation',
    raw.filter(([name]) => name.endsWith('in a value')),
    [['math', '<math><mtext><table><mglyph>%']],
  ),
  ...cross(
    'mutation',
    COMMENTS.map((comment) => [comment, comment]),
    [['HTML', '%']],
  ),
  ...cross('mutation', [['a picture', HIDDEN]], Object.entries(SHAPES)),
  ...cross('mutation', [['text', 'text']], Object.entries(SHAPES)),
}
