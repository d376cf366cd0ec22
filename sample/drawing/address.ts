import { createHash } from 'node:crypto'
import { MISSING, PICTURES, VARIANT_WIDTHS } from './catalogue.ts'
import type { Picture, Variant } from './catalogue.ts'

/** The service's Image object (section 2.2): a URL for each size that it has. */
export type ImageObject = { id: number; guid: string } & Partial<Record<Variant, string>>

/** Sixteen letters and digits that stay the same for a key, as the service names its media. */
export function guidOf(key: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const digest = createHash('sha256').update(`mendery/${key}`).digest()
  return Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** The address of one size of a picture. */
export function pictureUrl(key: string, variant: Variant): string {
  return `https://media.mendery.example/igi/${guidOf(key)}.${variant}`
}

/** The Image object of a picture of the catalogue; throws RangeError for a key that it does not have. */
export function imageObject(key: string): ImageObject {
  const picture = pictureOf(key)
  const image: ImageObject = { id: picture.id, guid: guidOf(key) }
  for (const variant of picture.variants) image[variant] = pictureUrl(key, variant)
  return image
}

/** Pixels of one variant. */
export function pixelsOf(picture: Picture, variant: Variant): { width: number; height: number } {
  if (variant === 'original') return { width: picture.width, height: picture.height }
  const width = VARIANT_WIDTHS[variant]
  return { width, height: Math.round((width * picture.height) / picture.width) }
}

/** The Image detail (section 2.12) of a picture of the catalogue. */
export function imageDetail(key: string) {
  const { width, height, ratio } = pictureOf(key)
  return { image: imageObject(key), srcid: null, width, height, ratio, markup: null, exif: [] }
}

/** True for the one file that is named and not there. */
export function isMissing(key: string, variant: Variant): boolean {
  return key === MISSING.key && variant === MISSING.variant
}

function pictureOf(key: string): Picture {
  const picture = PICTURES.find((each) => each.key === key)
  if (!picture) throw new RangeError(`The sample site has no picture "${key}". Add it to the catalogue or correct the key.`)
  return picture
}
