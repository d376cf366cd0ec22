/** Every payload in every carrier, in place of `%`; named by both. */
export function cross(
  family: string,
  payloads: readonly (readonly [name: string, payload: string])[],
  carriers: readonly (readonly [name: string, carrier: string])[],
): Record<string, string> {
  return Object.fromEntries(
    carriers.flatMap(([where, carrier]) =>
      payloads.map(([what, payload]) => [`${family}: ${what} in ${where}`, carrier.replaceAll('%', () => payload)] as const),
    ),
  )
}

/** Addresses that run code, or are read as a page, in the spellings that browsers tolerate. */
const ADDRESSES: Record<string, string> = {
  javascript: 'javascript:alert(1)',
  'javascript in mixed case': 'JaVaScRiPt:alert(1)',
  'javascript after spaces': ' \t\n\f\r javascript:alert(1)',
  'javascript after a control character': '\x01\x1fjavascript:alert(1)',
  'javascript after a control entity': '&#1;&#x1F;javascript:alert(1)',
  'javascript with tabs inside': 'j\ta\tv\ta\ts\tc\tr\ti\tp\tt\t:alert(1)',
  'javascript with newlines inside': 'java\r\nscript\n:alert(1)',
  'javascript with tab entities inside': 'j&#9;avascri&#x0A;pt&NewLine;:alert(1)',
  'javascript with a NUL inside': 'java\0script:alert(1)',
  'javascript with a NUL entity inside': 'java&#0;script:alert(1)',
  'javascript with its colon as entity': 'javascript&colon;alert&lpar;1&rpar;',
  'javascript with its colon as number': 'javascript&#0000058alert(1)',
  'javascript in decimal entities': '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;&#97;&#108;&#101;&#114;&#116;(1)',
  'javascript in hexadecimal entities': '&#x6A;&#x61;&#x76;&#x61;&#x73;&#x63;&#x72;&#x69;&#x70;&#x74;&#x3A;alert(1)',
  'javascript with double entities': '&amp;#106;avascript:alert(1)',
  'javascript in percent signs': 'javascript%3Aalert(1)',
  'javascript with a comment that looks like a host': 'javascript://repair.test/%0Aalert(1)',
  'javascript with credentials': 'javascript:alert(1)//@repair.test/Guide/x/12',
  'javascript with a soft hyphen': 'java\u00adscript:alert(1)',
  'javascript after a byte order mark': '\ufeffjavascript:alert(1)',
  'javascript after a no-break space': '\u00a0javascript:alert(1)',
  'javascript after an ideographic space': '\u3000javascript:alert(1)',
  'javascript in full-width letters': '\uff4aavascript:alert(1)',
  'javascript with a long s': 'java\u017fcript:alert(1)',
  'javascript behind a scheme': 'feed:javascript:alert(1)',
  vbscript: 'vbscript:msgbox(1)',
  livescript: 'livescript:alert(1)',
  'data as a page': 'data:text/html,<script>alert(1)</script>',
  'data in base64': 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data as SVG': `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/%3E`,
  'data without a type': 'data:,<script>alert(1)</script>',
  'data in mixed case with tabs': 'dA\tTa:text/html,<script>alert(1)</script>',
  blob: 'blob:https://repair.test/3b5e',
  filesystem: 'filesystem:https://repair.test/temporary/x.html',
  'view-source': 'view-source:javascript:alert(1)',
  file: 'file:///etc/passwd',
  about: 'about:blank#<script>alert(1)</script>',
  'an unknown scheme': 'x-evil:alert(1)',
  'no scheme': '//evil.test/x',
  backslashes: '\\\\evil.test\\x',
  'a slash and a backslash': '/\\evil.test/x',
  'a scheme with one slash': 'https:/evil.test',
  'a newline after the slashes': '//\nevil.test/x',
  'a closing quote': 'https://repair.test/&quot;onclick=&quot;alert(1)',
}

const CARRIERS: Record<string, string> = {
  'a link': '<a href="%">x</a>',
  'a picture': '<img src="%" data-src="%" srcset="% 2x">',
  'a frame': '<iframe src="%"></iframe>',
  'an area': '<map name=m><area href="%" shape=default></map><img usemap=#m src=x>',
  'a form': '<form action="%"><button formaction="%">x</button><input type=image src="%"></form>',
}

/** Attributes with an address on rarely considered elements. */
const PLACES = [
  '<blockquote cite="%">x</blockquote>',
  '<del cite="%" datetime="%">x</del>',
  '<body background="%">x',
  '<table background="%"><tr><td background="%">x</table>',
  '<a ping="%" href=https://evil.test/x>x</a>',
  '<a xlink:href="%" xml:base="%">x</a>',
  '<img longdesc="%" lowsrc="%" dynsrc="%" src=x>',
  '<img src=x usemap="%" crossorigin=use-credentials>',
  '<video src="%" poster="%" controls></video>',
  '<audio src="%" controls></audio>',
  '<video><track src="%" default><source src="%"></video>',
  '<object data="%" classid="%" codebase="%" archive="%"></object>',
  '<embed src="%" pluginspage="%">',
  '<applet code="%" archive="%"></applet>',
  '<link href="%" rel=stylesheet>',
  '<link href="%" rel=prefetch><link href="%" rel=modulepreload>',
  '<script src="%"></script>',
  '<base href="%" target=_top><a href=x>x</a>',
  '<meta http-equiv=refresh content="0; url=%">',
  '<meta http-equiv=Link content="<%>; rel=stylesheet">',
  '<meta http-equiv=set-cookie content="x=%">',
  '<html manifest="%">',
  '<head profile="%">',
  '<input src="%" formaction="%" type=submit>',
  '<button formaction="%">x</button>',
  '<isindex action="%" type=submit>',
  '<frameset><frame src="%"></frameset>',
  '<iframe srcdoc="<script>alert(1)</script>" src="%"></iframe>',
  '<portal src="%"></portal><fencedframe src="%"></fencedframe>',
  '<bgsound src="%"><sound src="%">',
  '<layer src="%"></layer><ilayer src="%"></ilayer>',
  '<image src="%" href="%">',
  '<xml src="%"></xml>',
  '<div style="background:url(%)" data-embed="%">x</div>',
  '<a class=embed data-embed="%" href="%">x</a>',
  '<picture><source srcset="% 1x, % 2x"><img src=x></picture>',
  '<img srcset="%, % 640w" sizes="100vw">',
  '<img srcset=",,,% 1x">',
  '<source srcset="%"><link imagesrcset="%" rel=preload as=image>',
]

export const ADDRESS_VECTORS: Record<string, string> = {
  ...cross('address', Object.entries(ADDRESSES), Object.entries(CARRIERS)),
  ...cross(
    'address',
    [['javascript', 'javascript:alert(1)']],
    PLACES.map((place) => [place, place]),
  ),
}

/** Events that a page, a pointer, a key, the focus, an animation or a player can trigger by themselves. */
const EVENTS =
  `onload onerror onclick ondblclick onauxclick oncontextmenu onmousedown onmouseenter onmouseover onmousemove onpointerdown onpointerenter
  onpointerover ongotpointercapture onfocus onfocusin onblur onkeydown onbeforeinput oninput oncopy onpaste ondragstart ondrop onwheel onscroll onscrollend
  onanimationstart onanimationend ontransitionrun ontransitionend onwebkitanimationstart ontoggle onbeforetoggle onbeforematch
  oncontentvisibilityautostatechange ontouchstart onselectstart onresize onpageshow onhashchange onpopstate onmessage onbegin onstart onfinish
  onreadystatechange onloadstart oncanplay onsecuritypolicyviolation onslotchange`.split(/\s+/)

/** Places for a handler: `%` becomes `onevent=alert(1)`. */
const ELEMENTS: Record<string, string> = {
  'a picture': '<img src=/x %>',
  'a link': '<a href="#x" tabindex=0 %>x</a>',
  'details that are open': '<details open %><summary %>x</summary></details>',
}

/** Ways to write a handler that escape a pattern. */
const SPELLINGS: Record<string, string> = {
  'in capitals': '<p ONCLICK=alert(1)>x</p>',
  'after a slash': '<p/onclick=alert(1)>x</p>',
  'after many slashes': '<p////onclick=alert(1)>x</p>',
  'after a vertical tab': '<p\vonclick=alert(1)>x</p>',
  'after a no-break space': '<p\u00a0onclick=alert(1)>x</p>',
  'after a NUL': '<p \0onclick=alert(1)>x</p>',
  'with a NUL inside': '<p on\0click=alert(1)>x</p>',
  'after a quote': '<p class="a"onclick=alert(1)>x</p>',
  'after a lone quote': '<p "onclick=alert(1)>x</p>',
  'after an equals sign': '<p =onclick=alert(1)>x</p>',
  'before its equals sign on another line': '<p onclick\r\n\r\n=\t"alert(1)">x</p>',
  'with its value in entities': '<p onclick="&#97;lert&lpar;1&rpar;">x</p>',
  twice: '<p onclick=1 onclick=alert(1)>x</p>',
  'on an end tag': '<p>x</p onclick=alert(1)>',
  'in an unclosed value': '<p title="x onclick=alert(1)>x</p>',
  'in a value with a greater-than sign': '<p title=">" onclick=alert(1)>x</p>',
  'with a soft hyphen': '<p on\u00adclick=alert(1)>x</p>',
  'with a long s': '<p onmou\u017feover=alert(1)>x</p>',
  'with a Kelvin sign': '<p onclic\u212a=alert(1)>x</p>',
  'behind a prefix': '<p xml:onclick=alert(1) svg:onclick=alert(1)>x</p>',
  'on a made-up element': '<x-y onclick=alert(1)>x</x-y>',
  'on an element with a colon': '<x:img src=x onerror=alert(1)>x</x:img>',
}

export const HANDLERS: Record<string, string> = {
  ...cross(
    'handler',
    EVENTS.map((event) => [event, `${event}=alert(1)`]),
    Object.entries(ELEMENTS),
  ),
  ...Object.fromEntries(Object.entries(SPELLINGS).map(([how, vector]) => [`handler ${how}`, vector])),
}

/** Content whose harm depends on the namespace that a parser assumes. */
const INSIDE: Record<string, string> = {
  'a script': '<script>alert(1)</script>',
  'a script in entities': '<script>&#97;lert&#40;1)</script>',
  'a self-closed script': '<script href="data:,alert(1)" />',
  'a handler': '<g onload=alert(1) />',
  'a picture': '<img src=x onerror=alert(1)>',
  'a foreign picture': '<image href=x onerror=alert(1) />',
  'a link': '<a xlink:href="javascript:alert(1)"><rect width=99 height=99 /></a>',
  'a link without prefix': '<a href="javascript:alert(1)"><text y=20>x</text></a>',
  'an animation of a link': '<a id=e><animate attributeName=href to=javascript:alert(1) /><text>x</text></a>',
  'a set of a link': '<a><set attributeName=xlink:href begin=0s to=javascript:alert(1) /><text>x</text></a>',
  'an animation with a handler': '<animate onbegin=alert(1) attributeName=x dur=1s>',
  'use of an address': `<use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><a href='javascript:alert(1)'/></svg>#x"/>`,
  'a style with markup': '<style><img src=x onerror=alert(1)></style>',
  'a style that imports': '<style>@import url(https://evil.test/x.css);*{x:expression(alert(1))}</style>',
  'a title with markup': '<title><img src=x onerror=alert(1)></title>',
  'a description with markup': '<desc><img src=x onerror=alert(1)></desc>',
  'a foreign object': '<foreignObject><img src=x onerror=alert(1)></foreignObject>',
  'a frame in a foreign object': '<foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject>',
  'an annotation': '<annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml>',
  'a text of math': '<mtext><img src=x onerror=alert(1)></mtext>',
  'a glyph': '<mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext>',
  'an action': '<maction actiontype="statusline#x" xlink:href="javascript:alert(1)">x</maction>',
  'character data': '<![CDATA[</svg></math><img src=x onerror=alert(1)>]]>',
  'character data in a style': '<style><![CDATA[</style><img src=x onerror=alert(1)>]]></style>',
  'a breakout by a paragraph': '<p><style><a title="</style><img src=x onerror=alert(1)>">',
  'a breakout by a font': '<font color=x><style><a title="</style><img src=x onerror=alert(1)>">',
  'a handler element': '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
}

const NAMESPACES: Record<string, string> = {
  svg: '<svg>%</svg>',
  math: '<math>%</math>',
  'svg that is not closed': '<svg>%',
  'svg in math': '<math><mtext><svg>%</svg></mtext></math>',
}

export const FOREIGN = cross('namespace', Object.entries(INSIDE), Object.entries(NAMESPACES))
