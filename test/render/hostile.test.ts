import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { type Html, toHtml, toInlineHtml } from '../../src/render/to-html.ts'
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS } from '../browser/hostile/judge.ts'
import { expectLinear } from '../scaling.ts'
import { CONTEXT } from './context.ts'
import { VECTORS } from './vectors.ts'

const TEXT_ELEMENTS = ALLOWED_ELEMENTS.slice(0, ALLOWED_ELEMENTS.indexOf('blockquote'))

/** Everything in some HTML that is on none of the lists. */
function strangersIn(html: string, elements: readonly string[]): string[] {
  const strangers: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!elements.includes(name)) strangers.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!ALLOWED_ATTRIBUTES.includes(attribute)) strangers.push(attribute)
        if (/^(href|src|data-embed)$/.test(attribute) && !/^(https?:\/\/|\/b\/|#|mailto:)/.test(value))
          strangers.push(`${attribute}=${value}`)
        if (attribute === 'src' && !value.startsWith('/b/')) strangers.push(`src=${value}`)
        if (attribute === 'id' && !/^(content-|Section_)/.test(value)) strangers.push(`id=${value}`)
        if (attribute === 'class' && !/^(leaving|embed)$/.test(value)) strangers.push(`class=${value}`)
      }
    },
    oncomment: (comment) => void strangers.push(`<!--${comment}`),
    onprocessinginstruction: (name) => void strangers.push(name),
  })
  parser.end(html)
  return strangers
}

const render = (rendered: string): Html => toHtml({ rendered, raw: '' }, CONTEXT)

const wiki = (raw: string): Html => toHtml({ rendered: '', raw }, CONTEXT)
const line = (rendered: string): Html => toInlineHtml({ rendered, raw: '' }, CONTEXT)

test.each(Object.entries(VECTORS))('the output contains nothing forbidden: %s', (_, vector) => {
  expect.soft(strangersIn(render(vector), ALLOWED_ELEMENTS)).toEqual([])
  expect.soft(strangersIn(wiki(vector), ALLOWED_ELEMENTS)).toEqual([])
  expect.soft(strangersIn(line(vector), TEXT_ELEMENTS)).toEqual([])
})

// A player becomes a link; everything else is a fixed point.
test.each(Object.entries(VECTORS).filter(([name]) => !name.startsWith('youtube')))('a second pass changes nothing: %s', (_, vector) => {
  const once = render(`<p>first</p>${vector}`)
  expect(render(once.replaceAll('id="content-', 'id="'))).toBe(once)
})

test('an id occurs once, also on a page with two texts', () => {
  const page = { ...CONTEXT, taken: new Set<string>() }
  const [first, second] = [1, 2].map(() => toHtml({ rendered: '<p id=x>a</p>', raw: '' }, page))
  expect([first, second]).toEqual(['<p id="content-x">a</p>', '<p>a</p>'])
})

test('content cannot use our classes or marks', () => {
  expect(render('<p class="leaving embed featured">x</p><a class=embed data-embed=https://evil.test>y</a>')).toBe(
    '<p class="featured">x</p>y',
  )
})

test.each([
  ['open elements', '<b>', 5000],
  ['empty links', '<a href=/Guide/x/12></a>', 5000],
  ['headings', '<h1>', 5000],
  ['brackets', '[|', 50_000],
])('four times as many %s take four times as long', (_, piece, count) => {
  expectLinear((size) => {
    const text = `x${piece.repeat(size)}x`
    toInlineHtml({ rendered: text, raw: '' }, CONTEXT)
    toHtml({ rendered: '', raw: text }, CONTEXT)
    render(text)
  }, count)
})

test('many spaces and breaks are processed in time, and kept', () => {
  expect(render(`x${' <br>'.repeat(50_000)}x`).match(/<br/g)).toHaveLength(50_000)
})
