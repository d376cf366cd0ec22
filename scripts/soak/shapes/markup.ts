import fc from 'fast-check'
import { address, text, weighted } from './texts.ts'

const TAGS = (
  'p div span a img b table tr td th ul ol li h1 h2 h7 pre code iframe video source embed object script style svg math a:b x-y form input ' +
  'button meta base link template select option noscript plaintext textarea title body html blockquote details br'
).split(' ')
const ATTRIBUTES = (
  'href src srcset style class id onclick ONERROR onload title lang dir data-x width height colspan xlink:href srcdoc action formaction target ' +
  'rel name type is slot http-equiv content poster background'
).split(' ')

const piece = weighted([fc.string({ maxLength: 20 }), 3], [text, 1])
const attribute = fc
  .tuple(fc.constantFrom(...ATTRIBUTES), fc.oneof(address, piece), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`)

/** Trees of elements, some of them not closed, closed twice, or closed by others. */
export const html: fc.Arbitrary<string> = fc.letrec<{ node: string; element: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
  node: fc.oneof({ depthSize: 'small' }, piece, tie('element')),
  element: fc
    .tuple(fc.constantFrom(...TAGS), fc.array(attribute, { maxLength: 3 }), tie('nodes'), fc.constantFrom('/', '/', '/', '', '!', '/x'))
    .map(
      ([tag, attributes, inside, end]) => `<${[tag, ...attributes].join(' ')}>${inside}${end === '/' ? `</${tag}>` : end && `<${end}>`}`,
    ),
})).nodes

const LINES = ['* ', '** ', '*** ', '# ', '#* ', ': ', '== ', '=== ', '> ', '{| ', '|- ', '| ', '|} ', '---', '[code]', '[quote|', '']
const BRACKETS =
  '[video|https://www.youtube.com/watch?v=x] [guide|1] [product|x] [info|x] [image|1] [image|999999999999] [document|0]'.split(' ')
const inline = fc.oneof(
  piece,
  fc.tuple(address, piece).map(([url, words]) => `[${url}|${words}]`),
  fc.tuple(address, piece).map(([url, words]) => `[link|${url}|${words}|new_window=true]`),
  fc.tuple(fc.constantFrom("''", "'''", '~~', '`', '[br]', '[[', ']]', '^^'), piece).map(([mark, words]) => `${mark}${words}${mark}`),
  fc.constantFrom(...BRACKETS),
)
const wikiSyntax: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...LINES), fc.array(inline, { maxLength: 4 })), { maxLength: 12 })
  .map((lines) => lines.map(([start, pieces]) => start + pieces.join(' ')).join('\n'))

/** Long repetitions, which reveal more than linear cost. */
const lengthy: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(html, wikiSyntax), fc.constantFrom(200, 2_000))
  .map(([body, times]) => body.slice(0, 200).repeat(times))

export const markup = weighted([html, 6], [wikiSyntax, 4], [text, 2], [lengthy, 1])

const NAMESPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" ' +
  'xmlns:é="http://www.w3.org/2000/svg" xmlns:a.b="http://www.w3.org/2000/svg"'
const SVG_ELEMENTS = (
  'g path rect text tspan image use a set animate animateTransform style script foreignObject switch defs pattern filter feImage mask marker ' +
  'linearGradient title desc metadata symbol svg h:script h:iframe h:img h:meta h:form é:script a.b:script handler listener font-face-uri'
).split(' ')
const SVG_ATTRIBUTES = (
  'href xlink:href onload onclick begin onbegin style fill filter mask clip-path attributeName to values from src srcdoc content http-equiv id ' +
  'class d width transform xml:base xml:space ping target'
).split(' ')
const VALUES = (
  'javascript:alert(1) jav&#x61;script:alert(1) data:text/html,<script> url(http://evil.test/x) u\\72l(//evil.test) http://evil.test/x ' +
  'alert(1) &x; #a M0,0h9 10 0;url=http://evil.test'
).split(' ')

const svgAttribute = fc
  .tuple(fc.constantFrom(...SVG_ATTRIBUTES), fc.oneof(fc.constantFrom(...VALUES), address))
  .map(([name, value]) => `${name}="${value.replace(/[<"]/g, '')}"`)

const inert = fc.string({ maxLength: 10 }).map((words) => words.replace(/[<&]/g, ''))
const { nodes } = fc.letrec<{ node: string; element: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 4 }).map((all) => all.join('')),
  node: fc.oneof({ depthSize: 'small' }, inert, tie('element')),
  element: fc
    .tuple(
      fc.constantFrom(...SVG_ELEMENTS),
      fc.uniqueArray(svgAttribute, { maxLength: 3, selector: (pair) => pair.split('=')[0] }),
      tie('nodes'),
    )
    .map(([tag, attributes, inside]) => `<${[tag, ...attributes].join(' ')}>${inside}</${tag}>`),
}))

const before = fc.constantFrom(
  ...['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="ISO-2022-JP"?>', '<?xml-stylesheet href="data:text/css,*{}"?>'],
  ...['<!--a-->'.repeat(30), '\ufeff', ' '.repeat(5_000)],
  '<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>',
  '<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY x "&a;&a;&a;">]>',
)
const size = fc.constantFrom('width="90" height="60"', 'viewBox="0 0 9 9"', 'width="1e9" height="-1"', 'viewBox="a b c d"', '')
const styled = text.map((words) => `<style>${words.replace(/[<&]/g, '')}</style><path d="M0 0h9"/>`)
const deep = fc.constantFrom(2_000, 20_000).map((depth) => `${'<g>'.repeat(depth)}<path d="M0 0h9"/>${'</g>'.repeat(depth)}`)

/** Drawings that are active, load something, or are hardly drawings. */
export const drawing: fc.Arbitrary<string> = fc
  .tuple(before, size, weighted([nodes, 8], [styled, 1], [deep, 1]))
  .map(([prolog, area, inside]) => `${prolog}<svg ${NAMESPACES} ${area}>${inside}</svg>`)
