import { describe, expect, test } from 'vitest'
import { readHtml } from '../../src/crawl/references.ts'
import { addressesWithAnchors, anchorsIn } from '../../src/render/anchors.ts'
import { frameAddress } from '../../src/render/player.ts'
import { sourceToText, toHtml, toInlineHtml, toText } from '../../src/render/to-html.ts'
import { wikiToHtml } from '../../src/render/wiki-syntax.ts'
import { expectLinear } from '../scaling.ts'
import { CONTEXT } from './context.ts'

/** Pieces that someone may repeat endlessly, by hand or by a program. */
const HTML = [
  ...`<b> <b>x <ul><li>x <p> <div> <table><tr><td> <a>x</a> </b> <b></i> <i></b></b> <span>x</span> <h2> <br> <img> <hr> <li> <dt>x <th>
  <td> <tr> <caption> <details><summary> <details> <form> <svg> <svg><desc> </foreignObject> <math><mi> <noscript>
  <noscript></noscript> <script> <script></script> <textarea> <title> <xmp> <style> <select><option> < << </ </p> <!-- <!----> --> <!
  <![CDATA[ ]]> <? & &amp; &#x1f525; &lt; &# " ' = =# ="a#b |a#b # a 🔥 字 url(`.split(/\s+/),
  '<a href=x>',
  '<a href="/Guide/x/12#s1">y</a>',
  '<span id=a>',
  '<h3 id="a b">x</h3>',
  '<br> ',
  '<img src=x>',
  '<pre>\n',
  '<math><msqrt>1</math>',
  '<math><mi>x</mi></math>',
  '<iframe ',
  '<iframe src=x>',
  '<iframe src="https://youtu.be/abcdefgh"></iframe>',
  '<lite-youtube videoid=abcdefg>',
  '<video src=x>',
  '<a ',
  '<a b=',
  '<a b="',
  "<a b='",
  '<!-- -->',
  ' id="',
  " id='",
  ' id= ',
  ' name',
  'a#b ',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '\u200b',
  '\0',
  '\ud83d',
  'e\u0301',
  '\u0301',
  'text-align:  ',
]
const WIKI = [
  ...`[[ [ ] [a| [video| [link|x|y] [image| [category| {| | { '' ''' ''a '''a ++ ++a (( * # *# : = =a - a. a.a@ @ http:// http://a.
  (http://a) www. ~~ __ _ ![ ]( [a](b < <b> & > <!-- 🔥`.split(/\s+/),
  '[http://a ',
  '||\n',
  '| a | b |\n',
  '|-\n',
  '* ',
  '* a\n',
  '# a\n',
  '**** a\n',
  ': a\n',
  ':a\n',
  '= ',
  '== a ==\n',
  '----\n',
  ' ',
  '\n',
  ' \n',
  '\r\n',
  'a@b.c ',
  'https://a ',
  '`',
  '```\n',
  '\\',
  '> ',
  '1. ',
  '- ',
  '    a\n',
  '\t',
  '\ud83d',
  'e\u0301',
]
const repeat = (piece: string) => {
  const texts = new Map<number, string>()
  return (size: number): string => {
    const text = texts.get(size) ?? piece.repeat(Math.ceil(size / piece.length))
    texts.set(size, text)
    return text
  }
}
const html = (text: string) => toHtml({ rendered: text, raw: '' }, CONTEXT)

describe('time grows linearly with the length of a text, whatever is repeated', () => {
  test.each(HTML)('HTML: %j', (piece) => {
    const textOf = repeat(piece)
    expectLinear((size) => html(textOf(size)), 20_000)
    expectLinear((size) => toInlineHtml({ rendered: textOf(size), raw: '' }, CONTEXT), 20_000)
    expectLinear((size) => toText(textOf(size)), 50_000)
    expectLinear((size) => [anchorsIn(textOf(size)), addressesWithAnchors(textOf(size)), frameAddress(textOf(size))], 100_000)
    expectLinear((size) => readHtml(`<a>${textOf(size)}`), 50_000)
  })

  test.each(WIKI)('wiki syntax: %j', (piece) => {
    const textOf = repeat(piece)
    expectLinear((size) => wikiToHtml(textOf(size)), 50_000)
    expectLinear((size) => sourceToText({ rendered: '', raw: textOf(size) }), 20_000)
  })
})

test.each([
  ['nested without an end', '<ul><li>x'.repeat(200_000)],
  ['made of a million elements', '<b>x</b>'.repeat(1_000_000)],
  ['longer than a book', `<p>${'word '.repeat(2_000_000)}`],
])('a text that is %s is shown as plain words below a notice and a link to the original', (_, text) => {
  const shown = toHtml(
    { rendered: text, raw: '' },
    {
      ...CONTEXT,
      tooMuch: { words: 'Too much & too deep.', href: 'https://x.example/?a=1&b=2', link: 'The original' },
    },
  )
  const link = '<a class="leaving" rel="noopener external" href="https://x.example/?a=1&amp;b=2">The original</a>'
  const notice = `<p><strong>Too much &amp; too deep.</strong> ${link}</p>`
  expect(shown.slice(0, notice.length)).toBe(notice)
  expect(shown.slice(notice.length)).toMatch(/^<p>[^<>]+<\/p>$/)
  expect(shown.length).toBeLessThan(200_000)
})

test('a text that is almost too deep is shown completely', () => {
  const shown = toHtml({ rendered: `${'<div>'.repeat(999)}<b>kettle</b>${'</div>'.repeat(999)}`, raw: '' }, CONTEXT)
  expect(shown).toMatch(/^<div>.*kettle.*<\/div>$/)
})
