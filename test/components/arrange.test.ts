import { describe, expect, test } from 'vitest'
import { arrange } from '../../src/components/guide/one-step/pictures.ts'

const BOX = { width: 800, height: 600 }
const [WIDE, TALL] = [4 / 3, 3 / 4]
const area = (ratios: number[], box = BOX) => arrange(ratios, box, 8).places.reduce((sum, { width, height }) => sum + width * height, 0)

describe('the pictures of a step', () => {
  test('fill the box if there is only one', () => {
    expect(arrange([WIDE], BOX, 8).places).toEqual([{ width: 800, height: 600 }])
    expect(arrange([TALL], BOX, 8).places).toEqual([{ width: 450, height: 600 }])
  })

  test.for([[[WIDE, WIDE]], [[WIDE, WIDE, WIDE]], [[TALL, WIDE, 1]], [[TALL, TALL, TALL, 5]]] as const)(
    'keep their shapes and stay in the box: %s',
    ([ratios]) => {
      const { places, isTurned } = arrange(ratios, BOX, 8)
      expect(places.map(({ width, height }) => width / height)).toEqual(ratios.map((ratio) => expect.closeTo(ratio) as number))
      const along = isTurned ? 'height' : 'width'
      for (const place of places) expect(place[along]).toBeLessThanOrEqual(BOX[along] + 1e-6)
      expect(places.reduce((sum, { width, height }) => sum + width * height, 0)).toBeLessThanOrEqual(BOX.width * BOX.height)
    },
  )

  test('are side by side if two are tall, and below each other if two are wide in a tall box', () => {
    const [tall] = arrange([TALL, TALL], BOX, 8).places
    expect(tall?.height).toBeGreaterThan(500)
    const [wide] = arrange([WIDE, WIDE], { width: 400, height: 900 }, 8).places
    expect(wide?.width).toBeCloseTo(400)
  })

  test('are three, of which the first is the largest', () => {
    const [first, second] = arrange([WIDE, WIDE, WIDE], { width: 800, height: 900 }, 8).places
    expect(first?.width).toBeGreaterThan(second?.width ?? 0)
  })

  test('never get smaller in a larger box, and have no size in an empty one', () => {
    for (const ratios of [
      [WIDE, TALL],
      [WIDE, WIDE, TALL],
    ])
      expect(area(ratios, { width: 900, height: 700 })).toBeGreaterThan(area(ratios))
    expect(area([WIDE, WIDE], { width: 0, height: 0 })).toBe(0)
  })
})
