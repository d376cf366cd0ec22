import { describe, expect, test } from 'vitest'
import { expectLinear } from '../scaling.ts'
import { MAX_SVG_BYTES, rebuildSvg } from '../../src/svg/rebuild.ts'

const SIZE = 'width="40" height="30"'
const NS = `xmlns="http://www.w3.org/2000/svg" ${SIZE}`
const rebuild = (svg: string | Uint8Array) => rebuildSvg(Buffer.from(svg))
/** The remaining content of a drawing. */
const inside = (content: string, more = '') => {
  const svg = rebuild(`<svg ${NS}${more}>${content}</svg>`)?.svg
  return svg?.replace(/^<svg [^>]*?\/?>/, '').replace(/<\/svg>$/, '')
}

describe('a drawing is kept unchanged', () => {
  test.for([
    '<path d="M0 0h9" fill="#abc" stroke-width="2"/>',
    '<g transform="rotate(45)"><text x="1"><tspan dy="1em">a &amp; b</tspan></text></g>',
    '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs><rect width="9" height="9" fill="url(#g)"/>',
    '<symbol id="s" viewBox="0 0 9 9"><circle r="3"/></symbol><use href="#s"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g filter="url(#f)"/>',
    '<image href="data:image/png;base64,AAAA" width="4" height="3"/>',
    '<style>.a{fill:red;}@media (prefers-color-scheme: dark){.a{fill:#fff;}}</style>',
    '<path style="fill:red;stroke:url(#g);" class="a b"/>',
  ])('%s', (content) => {
    expect(inside(content)).toBe(content)
  })

  test('with the names that drawing programs write: xlink, a prefix, entities, a declaration, comments', () => {
    const drawing = `\ufeff<?xml version="1.0" encoding="UTF-8"?><!-- drawn --><!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
      <s:svg xmlns:s="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink" ${SIZE}><s:use xlink:href="#a"/></s:svg>`
    expect(rebuild(drawing)?.svg).toBe(`<svg xmlns="http://www.w3.org/2000/svg" ${SIZE}><use href="#a"/></svg>`)
  })

  test('in Latin-1 it becomes UTF-8', () => {
    const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><svg ${NS}><title>Öl</title></svg>`, 'latin1')
    expect(rebuild(latin)?.svg).toContain('<title>Öl</title>')
  })

  test('if rebuilt again it is the same', () => {
    const once = rebuild(`<svg ${NS}><style>a{fill:red}</style><text>&lt;&#38;"</text></svg>`)?.svg ?? ''
    expect(rebuild(once)?.svg).toBe(once)
  })
})

describe('active, linking and loading parts are left out', () => {
  test.for<[what: string, content: string, left?: string]>([
    ['a script', '<script>alert(1)</script>'],
    ['a script under a prefix with a dot', '<a.b:script xmlns:a.b="http://www.w3.org/2000/svg">alert(1)</a.b:script>'],
    ['a script under a prefix that is no ASCII', '<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>'],
    ['a script of XHTML', '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'],
    ['HTML', '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>alert(1)&lt;/script>"/></foreignObject>'],
    ['a frame', '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/"/>'],
    ['a refresh', '<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://evil.example/"/>'],
    ['a form', '<form xmlns="http://www.w3.org/1999/xhtml" action="https://evil.example/"><input/></form>'],
    ['an animation', '<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="x" to="y"/>'],
    ['an unknown element with its content', '<handler><path d="M0 0"/></handler>'],
    ['a handler', '<path onclick="alert(1)"/>', '<path/>'],
    ['a link, but not what it leads from', '<a href="jav&#x61;script:alert(1)"><path/></a>', '<path/>'],
    ['what is used from elsewhere', '<use href="https://evil.example/x.svg#a"/>', '<use/>'],
    ['a drawing within', '<image href="data:image/svg+xml;base64,AAAA"/>', '<image/>'],
    ['a style sheet from elsewhere', '<style>@import "https://evil.example/";</style>', '<style/>'],
    ['a font from elsewhere', '<style>@font-face{src:url(https://evil.example/)}a{fill:red}</style>', '<style>a{fill:red;}</style>'],
    ['an address behind an escape', '<path fill="u\\72l(https://evil.example/)"/>', '<path/>'],
    ['an address in a declaration', '<path style="fill:url(//evil.example/);stroke:red"/>', '<path style="stroke:red;"/>'],
    ['an address that only begins well', '<path mask="url(#a) url(//evil.example/)"/>', '<path/>'],
    ['markup in a style', '<style><![CDATA[a{fill:red}</style><script>alert(1)</script>]]></style>', '<style/>'],
    ['an attribute with a prefix', '<path ev:event="click" xmlns:ev="http://www.w3.org/2001/xml-events"/>', '<path/>'],
  ])('%s', ([, content, left = '']) => {
    expect(inside(content)).toBe(left)
  })

  test('a style sheet that the drawing names', () => {
    const drawing = `<?xml-stylesheet type="text/xsl" href="data:text/xml;base64,AAAA"?><svg ${NS}/>`
    expect(rebuild(drawing)?.svg).toBe(`<svg xmlns="http://www.w3.org/2000/svg" ${SIZE}/>`)
  })
})

describe('not a drawing', () => {
  const used = Array.from({ length: 30 }, (_, at) => `<g id="a${at}"><use href="#a${at + 1}"/><use href="#a${at + 1}"/></g>`).join('')
  test.for([
    ['what is not well-formed', `<svg ${NS}><path></svg>`],
    ['what ends too soon', `<svg ${NS}><path/>`],
    ['HTML with a drawing in it', `<html xmlns="http://www.w3.org/1999/xhtml"><svg ${NS}/></html>`],
    ['an svg of no namespace', `<svg ${SIZE}/>`],
    ['what has no size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an entity within an entity', `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg ${NS}><title>&c;</title></svg>`],
    ['another encoding than it can be read in', `<?xml version="1.0" encoding="ISO-2022-JP"?><svg ${NS}/>`],
    ['a drawing that uses itself', `<svg ${NS}><g id="a"><use href="#a"/></g></svg>`],
    ['a drawing that doubles thirty times', `<svg ${NS}>${used}<g id="a30"/></svg>`],
    ['a drawing a thousand elements deep', `<svg ${NS}>${'<g>'.repeat(1000)}${'</g>'.repeat(1000)}</svg>`],
    ['a longer file than anybody draws', `<svg ${NS}><!--${' '.repeat(MAX_SVG_BYTES)}--></svg>`],
  ] as const)('%s', ([, svg]) => {
    expect(rebuild(svg)).toBeUndefined()
  })

  test('bytes that are not text', () => {
    const text = Buffer.from([0xff, 0xfe])
    expect(rebuild(Buffer.concat([Buffer.from(`<svg ${NS}><title>`), text, Buffer.from('</title></svg>')]))).toBeUndefined()
  })
})

test.for([
  ['width="40" height="30"', 40, 30],
  ['viewBox="0 0 80 60"', 80, 60],
  ['viewBox="0,0,80,60" width="40"', 40, 30],
  ['width="100%" height="100%" viewBox="0 0 8 6"', 8, 6],
  ['width="1in" height="25.4mm"', 96, 96],
] as const)('the size of a drawing with %s', ([attributes, width, height]) => {
  expect(rebuild(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)).toMatchObject({ width, height })
})

test.for(['<g>', '<!ENTITY ', '<a ', '&amp;', '<?x ', '<!--a-->', ' ', '<style>a{', '<![CDATA[', '<svg ', '<g id="a"/>'])(
  'takes linear time: %s',
  (fragment) => {
    expectLinear((length) => rebuild(`<svg ${NS}>${fragment.repeat(length / fragment.length)}`), 100_000)
  },
)
