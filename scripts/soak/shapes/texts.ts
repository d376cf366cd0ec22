import fc from 'fast-check'
import { VECTORS } from '../../../test/render/vectors.ts'

/** Words with a special meaning to a language, a file system, a host, a template or a terminal. */
const MEANING = [
  ...'constructor toString __proto__ hasOwnProperty valueOf then toJSON length prototype'.split(' '),
  ...'index 404 500 _astro pagefind con aux nul LPT1 .. . / \\ ../../../etc/passwd C:\\x -rf'.split(' '),
  ...'% %00 %2e%2e %ff ?a=1 #x a?b#c [...lang] [id] a/b //evil.test/ javascript:alert(1)'.split(' '),
  ...'<b> </script> <!-- --> ]]> &lt; &#0; {{x}} ${x} %s $& $1 ` ``` \'" |a|b|'.split(' '),
  ...'-0 NaN null undefined true 0 1e999 2026-13-45 01 1_000 ٣ İ ß ǆ A\u030a 👩‍👩‍👧'.split(' '),
  ...['', ' ', '\t\n', '\u00a0', '\u200b', '\u202e', '\ufeff', '\u0000', '\u001b[2J', '\ud800', '\udfff', 'a\udc00b', '\uffff', '\u2028'],
]

type Weighted<T> = readonly [arbitrary: fc.Arbitrary<T>, weight: number]

/** One of these, as often as their weights say. */
export const weighted = <T>(...all: Weighted<T>[]): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([arbitrary, weight]) => ({ arbitrary, weight })))

/** One letter, or a few, repeated many times. */
const long: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('a', '=', ' ', '<', '&', '"', '\u0301', '👩‍👩‍👧', '\ud800', 'a.', 'a@', '[', '!', '* ', '\n', '<i>', 'é:', '𝕏', '/', '_'),
    fc.constantFrom(50, 300, 3_000, 40_000),
  )
  .map(([piece, times]) => piece.repeat(times))

const vector = fc.constantFrom(...Object.values(VECTORS))

/** Names and titles. */
export const name: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...MEANING), weight: 5 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }), weight: 2 },
  { arbitrary: vector, weight: 1 },
  { arbitrary: fc.tuple(fc.constantFrom(...MEANING), fc.string({ maxLength: 20 })).map((pieces) => pieces.join(' ')), weight: 2 },
)

export const text: fc.Arbitrary<string> = weighted([name, 3], [long, 1])

const ADDRESSES = [
  ...'javascript:alert(1) data:text/html,<script>alert(1)</script> //evil.test/x http:// http://[::1 file:///etc/passwd'.split(' '),
  ...'http://127.0.0.1:1/x.png http://169.254.169.254/latest https://a:b@evil.test/ http://x.invalid/é HTTP:\\\\evil.test # /'.split(' '),
  ...'http://127.0.0.1:99999/ blob:x mailto:a@b?c=d /Guide/x/1?a#b /Wiki/.. /User/0 \u0000http://x http://\ud800.test/'.split(' '),
  '',
]
export const address: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ADDRESSES),
  vector,
  fc.webUrl().map((url) => url.replace(/^(\w+:\/\/)[^/]*/, '$1nowhere.invalid')),
)

/** Values in place of a number or a date. */
export const number: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(-1, 0, 0.5, 1e13, -1e13, 8.64e12, 1e300, 2 ** 31, 2 ** 53, -(2 ** 53), 5e-324),
  fc.constantFrom('1e13', '-1', '0x10', ' 7 ', '7up', '', 'Infinity', '99999999999999999999', true, false, null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)

/** Any JSON value, with names that have a special meaning. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ key: name, maxDepth: 3, maxKeys: 5, values: [text, number, fc.constant(null), fc.boolean()], withNullPrototype: false }),
  fc.constantFrom<unknown>([], {}, [[]], [null], null, true, '', { results: [] }, { 0: 'a', 1: 'b' }),
)
