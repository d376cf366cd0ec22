import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeIcons } from '../../src/brand/icons.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { PhotonImage } from '@cf-wasm/photon/others'
import { beginPixels } from '../../src/pixels.ts'

const TOKENS = await readFile(join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8')
const SIZES = {
  'app/icon-192.png': 192,
  'app/icon-512.png': 512,
  'app/maskable-192.png': 192,
  'app/maskable-512.png': 512,
  'apple-touch-icon.png': 180,
}
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#0000ff"/></svg>'

beforeAll(beginPixels)

/** The colours in the middle and at a corner, as red, green, blue, alpha. */
function coloursOf(bytes: Uint8Array | undefined): [middle: number[], corner: number[]] {
  const image = PhotonImage.new_from_byteslice(bytes ?? new Uint8Array())
  const [pixels, width] = [image.get_raw_pixels(), image.get_width()]
  const at = (pixel: number) => [...pixels.subarray(pixel * 4, pixel * 4 + 4)]
  return [at((width * width) / 2 + width / 2), at(0)]
}

describe('icons of a site as an app', () => {
  test.each(Object.entries({ 'of our own sign': '', 'of an SVG logo': 'logo.svg', 'of a PNG logo': 'logo.png' }))(
    '%s have all sizes',
    async (_, name) => {
      const folder = await temporaryFolder({ 'logo.svg': SVG })
      await copyFile(join(import.meta.dirname, '../../public/social-card.png'), join(folder, 'logo.png'))
      const icons = await makeIcons(name && join(folder, name), TOKENS)
      expect(Object.fromEntries(Array.from(icons ?? [], ([file, bytes]) => [file, imageSize(bytes).width]))).toEqual(SIZES)
      expect(Array.from(icons?.values() ?? [], (bytes) => imageSize(bytes).type)).toEqual(Array.from({ length: 5 }, () => 'png'))
    },
  )

  test('fill the whole square, or leave a margin for cropping', async () => {
    const file = join(await temporaryFolder({ 'logo.svg': SVG }), 'logo.svg')
    const icons = await makeIcons(file, TOKENS)
    const blue = [0, 0, 255, 255]
    expect(coloursOf(icons?.get('app/icon-512.png'))).toEqual([blue, blue])
    const [middle, corner] = coloursOf(icons?.get('app/maskable-512.png'))
    expect(middle).toEqual(blue)
    expect(corner.slice(3)).toEqual([255])
    expect(corner.slice(0, 3)).not.toEqual([0, 0, 255])
  })

  test('are the same bytes each time', async () => {
    expect(await makeIcons('', TOKENS)).toEqual(await makeIcons('', TOKENS))
  })

  test('are omitted if the logo cannot be drawn', async () => {
    const file = join(await temporaryFolder({ 'logo.png': 'no picture' }), 'logo.png')
    expect(await makeIcons(file, TOKENS)).toBe(undefined)
  })
})
