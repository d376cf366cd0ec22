import { describe, expect, test } from 'vitest'
import { boundedSize, pictureOf } from '../../../src/views/media/picture.ts'
import { guide, guidesCache, image, siteOf } from '../small-site.ts'

test('a size that a file claims is written within bounds and in its shape, and an ordinary one as it is', () => {
  expect(boundedSize(1600, 1200)).toEqual({ width: 1600, height: 1200 })
  expect(boundedSize(1, 999_999)).toEqual({ width: 1, height: 32_767 })
  const { width, height } = boundedSize(678_720_101, 1_009_333_560)
  expect(height).toBe(32_767)
  expect(width / height).toBeCloseTo(678_720_101 / 1_009_333_560, 3)
})

describe('sizes for looking closely', () => {
  const huge: [number, number] = [1600, 1200]

  test('are what a link leads to, and nothing that a page loads by itself', async () => {
    const photo = image('photo', { standard: [300, 225], large: [800, 600], huge })
    const picture = pictureOf(await siteOf(guidesCache([guide(1)], { media: photo.media })), photo.object, '')
    expect(picture?.srcset.match(/\d+w/g)).toEqual(['300w', '800w'])
    expect([picture?.full, picture?.width]).toEqual([expect.stringContaining('1600x1200'), 1600])
    expect(picture?.src).toContain('800x600')
  })

  test('are no others where the service names one file twice', async () => {
    const photo = image('photo', { standard: [300, 225], large: [800, 600] })
    const twice = { ...photo.object, original: 'https://media.example/photo.large' }
    const picture = pictureOf(await siteOf(guidesCache([guide(1)], { media: photo.media })), twice, '')
    expect(picture?.srcset.match(/\d+w/g)).toEqual(['300w', '800w'])
  })

  test('are shown where there is no other', async () => {
    const photo = image('photo', { huge })
    const picture = pictureOf(await siteOf(guidesCache([guide(1)], { media: photo.media })), photo.object, '')
    expect(picture?.src).toContain('1600x1200')
  })
})
