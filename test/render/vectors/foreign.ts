import { cross } from './cross.ts'

/** Content that is harmless or not by the namespace that a parser takes it to be in. */
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
