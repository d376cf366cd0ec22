import { expect, test } from 'vitest'
import { redactor } from '../../src/fetch/exchange.ts'

test.each([
  ['as it is', 'a/b "c" é+', 'a/b "c" é+'],
  ['in an address', 'a/b "c" é+', 'a%2Fb%20%22c%22%20%C3%A9%2B'],
  ['in JSON', 'a/b "c" é+', 'a/b \\"c\\" é+'],
  ['as PHP writes it in JSON', 'abc/defgh', 'abc\\/defgh'],
])('a token %s is taken out, each time', (_, token, said) => {
  expect(redactor(token)(`x ${said} y ${said}z`)).toBe('x [token] y [token]z')
})

test('without a token, and with one that words may hold, a text stays', () => {
  expect(redactor(undefined)('secret')).toBe('secret')
  expect(redactor('')('secret')).toBe('secret')
  expect(redactor('seven77')('seven77')).toBe('seven77')
  expect(redactor('eight888')('eight888')).toBe('[token]')
})
