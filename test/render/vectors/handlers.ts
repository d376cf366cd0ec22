import { cross } from './cross.ts'

/** Events that a page, a pointer, a key, the focus, an animation or a player can bring about by themselves. */
const EVENTS =
  `onload onerror onclick ondblclick onauxclick oncontextmenu onmousedown onmouseenter onmouseover onmousemove onpointerdown onpointerenter
  onpointerover ongotpointercapture onfocus onfocusin onblur onkeydown onbeforeinput oninput oncopy onpaste ondragstart ondrop onwheel onscroll onscrollend
  onanimationstart onanimationend ontransitionrun ontransitionend onwebkitanimationstart ontoggle onbeforetoggle onbeforematch
  oncontentvisibilityautostatechange ontouchstart onselectstart onresize onpageshow onhashchange onpopstate onmessage onbegin onstart onfinish
  onreadystatechange onloadstart oncanplay onsecuritypolicyviolation onslotchange`.split(/\s+/)

/** Places for a handler: `%` becomes `onevent=alert(1)`. */
const CARRIERS: Record<string, string> = {
  'a picture': '<img src=/x %>',
  'a link': '<a href="#x" tabindex=0 %>x</a>',
  'details that are open': '<details open %><summary %>x</summary></details>',
}

/** Ways to write a handler so that a pattern does not see it. */
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
    Object.entries(CARRIERS),
  ),
  ...Object.fromEntries(Object.entries(SPELLINGS).map(([how, vector]) => [`handler ${how}`, vector])),
}
