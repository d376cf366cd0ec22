import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HtmlBudget, HtmlExcess } from '../../src/model/html-limits.ts'
import { rewriter } from '../../src/render/rewrite.ts'
import { LINE_BREAKERS, sanitize } from '../../src/render/sanitize.ts'
import { simpleHtml, simpleWords } from '../../src/render/fast-path.ts'
import { toText } from '../../src/render/to-html.ts'
import { CONTEXT } from './context.ts'

const NAMES = ['p', 'b', 'i', 'u', 's', 'em', 'strong', 'code', 'sub', 'sup', 'br', 'a', 'h2', 'script', 'plaintext', 'svg']
const name = fc.constantFrom(...NAMES)
const piece = fc.oneof(
  fc.string({ maxLength: 4, unit: 'binary' }),
  name.map((name) => `<${name}>`),
  name.map((name) => `</${name}>`),
  fc.constantFrom('<br />', '<br/>', '<B>', '<p >', '<b/>', '<!--', '-->', '<a href="/Guide/x/12">', '<b title="&quot;">', '<a href=x>'),
  fc.constantFrom('\r\n', '\u00a0', ...`&amp; &lt; &gt; &quot; &#039; &#39; &nbsp; &amp &#0; &ampquot; ; " '`.split(' ')),
)
/** Texts that close what they open are mostly simple; randomly combined texts rarely are. */
const nested = fc.letrec<{ text: string }>((tie) => ({
  text: fc
    .array(
      fc.oneof(
        { maxDepth: 4 },
        piece,
        fc.tuple(name, tie('text')).map(([name, text]) => `<${name}>${text}</${name}>`),
      ),
      { maxLength: 4 },
    )
    .map((pieces) => pieces.join('')),
})).text
const text = fc
  .oneof(
    nested,
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  )
  .map((text) => text.replaceAll('\0', ''))

test('the output without the sanitizer equals that of the sanitizer', () => {
  let simple = 0
  fc.assert(
    fc.property(text, fc.constantFrom('flow' as const, 'phrasing' as const), (html, content) => {
      const told = simpleHtml(html, content, new HtmlBudget())
      if (told === undefined) return
      simple++
      const lineBreakers = content === 'phrasing' ? { lineBreakers: LINE_BREAKERS } : {}
      const rewriting = rewriter(html, CONTEXT, { headingStart: 2, anchors: new Set(), labels: [], ...lineBreakers })
      expect(told).toBe(sanitize(html, content, rewriting, new HtmlBudget()))
    }),
    { numRuns: 20_000 },
  )
  expect(simple).toBeGreaterThan(500)
})

test('the words found without a parser equal those of the parser', () => {
  let simple = 0
  fc.assert(
    fc.property(text, (html) => {
      if (simpleWords(html) === undefined) return
      simple++
      // No simple text has a `span`.
      expect(toText(html)).toBe(toText(`<span></span>${html}`))
    }),
    { numRuns: 20_000 },
  )
  expect(simple).toBeGreaterThan(500)
})

test('a simple text counts towards the budget of a record', () => {
  const budget = new HtmlBudget()
  const many = () => {
    for (let text = 0; text < 101; text++) simpleHtml('<br>'.repeat(700) + '<b>'.repeat(20) + '</b>'.repeat(20), 'flow', budget)
  }
  expect(() => {
    many()
    many()
  }).toThrow(HtmlExcess)
  const long = new HtmlBudget()
  expect(() => {
    for (let text = 0; text < 701; text++) simpleHtml('x'.repeat(3000), 'flow', long)
  }).toThrow(HtmlExcess)
})
