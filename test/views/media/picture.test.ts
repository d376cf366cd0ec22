import { describe, expect, test } from 'vitest'
import { boundedSize, pictureOf } from '../../../src/views/media/picture.ts'
import type { RenderContext } from '../../../src/render/relink.ts'
import { stepMediaOf } from '../../../src/views/media/media.ts'
import { guide, guidesCache, image, siteOf } from '../small-site.ts'

test('a claimed size is limited in proportion, and an ordinary one kept', () => {
  expect(boundedSize(1600, 1200)).toEqual({ width: 1600, height: 1200 })
  expect(boundedSize(1, 999_999)).toEqual({ width: 1, height: 32_767 })
  const { width, height } = boundedSize(678_720_101, 1_009_333_560)
  expect(height).toBe(32_767)
  expect(width / height).toBeCloseTo(678_720_101 / 1_009_333_560, 3)
})

test('a file that browsers cannot show is not a picture, but a link in its step', async () => {
  const [photo, scan] = [image('photo', { standard: [300, 225], original: [1600, 1200] }), image('scan', { original: [1600, 1200] })]
  // Little-endian, a directory at byte 8 of two entries: width and height.
  const tiff = Buffer.from('49492a0008000000' + '0200' + '000104000100000040060000' + '0101040001000000b0040000' + '00000000', 'hex')
  const media = { ...photo.media, 'https://media.example/photo.original': tiff, 'https://media.example/scan.original': tiff }
  const site = await siteOf(guidesCache([guide(1)], { media }))
  expect(pictureOf(site, photo.object, '')?.full).toMatch(/300x225.*png$/)
  expect(pictureOf(site, scan.object, '')).toBeUndefined()
  expect(stepMediaOf(site, { type: 'image', data: [scan.object] }, 'Step 1', {} as RenderContext)).toMatchObject({
    pictures: [],
    files: [{ name: 'Step 1 (TIFF)', href: expect.stringMatching(/\.tiff$/) as string }],
    missing: 0,
  })
})

describe('sizes for zooming in', () => {
  const huge: [number, number] = [1600, 1200]

  test('are link targets, and not loaded with the page', async () => {
    const photo = image('photo', { standard: [300, 225], large: [800, 600], huge })
    const picture = pictureOf(await siteOf(guidesCache([guide(1)], { media: photo.media })), photo.object, '')
    expect(picture?.srcset.match(/\d+w/g)).toEqual(['300w', '800w'])
    expect([picture?.full, picture?.width]).toEqual([expect.stringContaining('1600x1200'), 1600])
    expect(picture?.src).toContain('800x600')
  })

  test('do not count if the service names one file twice', async () => {
    const photo = image('photo', { standard: [300, 225], large: [800, 600] })
    const twice = { ...photo.object, original: 'https://media.example/photo.large' }
    const picture = pictureOf(await siteOf(guidesCache([guide(1)], { media: photo.media })), twice, '')
    expect(picture?.srcset.match(/\d+w/g)).toEqual(['300w', '800w'])
  })

  test('are shown if there is no other', async () => {
    const photo = image('photo', { huge })
    const picture = pictureOf(await siteOf(guidesCache([guide(1)], { media: photo.media })), photo.object, '')
    expect(picture?.src).toContain('1600x1200')
  })
})
