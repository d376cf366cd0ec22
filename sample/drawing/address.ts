import { createHash } from 'node:crypto'
import { MISSING, VARIANT_WIDTHS } from './catalogue.ts'
import type { Picture, Variant } from './catalogue.ts'

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

/** Pixels of one variant. */
export function pixelsOf(picture: Picture, variant: Variant): { width: number; height: number } {
  if (variant === 'original') return { width: picture.width, height: picture.height }
  const width = VARIANT_WIDTHS[variant]
  return { width, height: Math.round((width * picture.height) / picture.width) }
}

/** True for the one file that is named and not there. */
export function isMissing(key: string, variant: Variant): boolean {
  return key === MISSING.key && variant === MISSING.variant
}
