import { expect, test } from 'vitest'
import { boundedSize } from '../../../src/views/media/picture.ts'

test('a size that a file claims is written within bounds and in its shape, and an ordinary one as it is', () => {
  expect(boundedSize(1600, 1200)).toEqual({ width: 1600, height: 1200 })
  expect(boundedSize(1, 999_999)).toEqual({ width: 1, height: 32_767 })
  const { width, height } = boundedSize(678_720_101, 1_009_333_560)
  expect(height).toBe(32_767)
  expect(width / height).toBeCloseTo(678_720_101 / 1_009_333_560, 3)
})
