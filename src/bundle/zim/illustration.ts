import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others'
import { beginPixels } from '../../pixels.ts'

/** The operator's picture as a PNG of `side` × `side` pixels: scaled to fit, centred, on a transparent background. */
export function illustrationOf(picture: Uint8Array, side: number): Buffer {
  beginPixels()
  const image = PhotonImage.new_from_byteslice(picture)
  const scale = side / Math.max(image.get_width(), image.get_height())
  const scaled = (length: number): number => Math.max(1, Math.round(length * scale))
  const [width, height] = [scaled(image.get_width()), scaled(image.get_height())]
  const small = resize(image, width, height, SamplingFilter.Lanczos3)
  const pixels = small.get_raw_pixels()
  const whole = new Uint8Array(4 * side * side)
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)]
  for (let row = 0; row < height; row++) whole.set(pixels.subarray(4 * width * row, 4 * width * (row + 1)), 4 * (side * (top + row) + left))
  const square = new PhotonImage(whole, side, side)
  const png = Buffer.from(square.get_bytes())
  for (const each of [image, small, square]) each.free()
  return png
}
