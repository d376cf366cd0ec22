import fc from 'fast-check'
import { address, text } from './texts.ts'

const TAGS = (
  'p div span a img b table tr td th ul ol li h1 h2 h7 pre code iframe video source embed object script style svg math a:b x-y form input ' +
  'button meta base link template select option noscript plaintext textarea title body html blockquote details br'
).split(' ')
const ATTRIBUTES = (
  'href src srcset style class id onclick ONERROR onload title lang dir data-x width height colspan xlink:href srcdoc action formaction target ' +
  'rel name type is slot http-equiv content poster background'
).split(' ')

const piece = fc.oneof({ arbitrary: fc.string({ maxLength: 20 }), weight: 3 }, { arbitrary: text, weight: 1 })
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

export const markup: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: html, weight: 6 },
  { arbitrary: wikiSyntax, weight: 4 },
  { arbitrary: text, weight: 2 },
  { arbitrary: lengthy, weight: 1 },
)
