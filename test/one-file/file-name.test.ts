import { expect, test } from 'vitest'
import { fileNameOf } from '../../src/one-file/file-name.ts'

test.each([
  ['Bicycle Inner Tube Replacement', 'Bicycle Inner Tube Replacement.html'],
  ['What? 4" × 8": <A/B> | C\\D*', 'What 4″ × 8″ A B C D.html'],
  ['  ..Wait...', 'Wait.html'],
  ['CON', 'CON_.html'],
  ['com1', 'com1_.html'],
  ['???', '_.html'],
  ['a\u0000b\u202Ec\nd', 'a b c d.html'],
  ['é', 'é.html'],
])('%j is saved as %s', (title, name) => {
  expect(fileNameOf(title)).toBe(name)
})

test('a long title is cut between its letters', () => {
  const name = fileNameOf('自転車🚲'.repeat(40))
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(125)
  expect(name).toMatch(/^(自転車🚲)+[自転車]*\.html$/u)
})
