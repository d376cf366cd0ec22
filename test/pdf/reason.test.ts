import { expect, test } from 'vitest'
import { reasonFor } from '../../src/pdf/pdf.ts'

const failure = (name: string, message: string): Error => Object.assign(new Error(message), { name })

test.for([
  [failure('TimeoutError', 'page.goto: Timeout 60000ms exceeded.\nCall log:'), /60 seconds.*Try to print this guide alone/],
  [failure('Error', 'page.pdf: Target page, context or browser has been closed'), /browser stopped.*try to print this guide alone/],
  [failure('Error', 'page.goto: Page crashed'), /browser stopped.*try to print this guide alone/],
] as const)('what the browser says of $0.message is told in our words, with what to do', ([error, expected]) => {
  const reason = reasonFor(error)
  expect(reason).toMatch(expected)
  expect(reason).not.toMatch(/page\.|Timeout|Target|Call log/)
})

test('an answer of the site is told as it is', () => {
  expect(reasonFor(new Error('its page answered 404'))).toMatch(/its page answered 404/)
})
