import { expect, test } from 'vitest'
import { averageOf } from '../../src/colours/average.ts'

test('the mean of each channel counts', () => {
  expect(averageOf(Uint8Array.of(0xff, 0, 10, 0xff, 0, 0, 20, 0xff))).toBe(0x80000f)
})

test('one pixel that lets something shine through leaves no colour, nor does a picture without pixels', () => {
  expect(averageOf(Uint8Array.of(0xff, 0, 0, 0xff, 0xff, 0, 0, 0xfe))).toBeUndefined()
  expect(averageOf(new Uint8Array())).toBeUndefined()
})
