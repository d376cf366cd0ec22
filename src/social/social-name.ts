import { hash } from 'node:crypto'

/** The site's folder of pictures for social networks. */
export const SOCIAL_FOLDER = 'social'

/** The inputs of such a picture. */
export interface SocialPicture {
  title: string
  siteName: string
  /** The picture under the title: a file of the site's media. */
  picture: string
}

/** Must be increased with any change of their appearance: an earlier picture is reused by its name. */
const LOOK = 1

/** Named by a hash of its inputs, relative to the site's root: pages reference it before it is drawn, and later builds reuse it. */
export const socialFile = ({ title, siteName, picture }: SocialPicture): string =>
  `${SOCIAL_FOLDER}/${hash('sha256', JSON.stringify([LOOK, title, siteName, picture])).slice(0, 24)}.jpg`

/** The letters of the site's fonts: Latin, Greek and Cyrillic, with spaces and punctuation. */
const SETTABLE = /^[\u0020-\u007e\u00a0-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20ac\u2116\u2122\u2212]+$/

/** A text, normalized for typesetting; undefined if letters are missing, or if it is written from right to left. */
export function settable(text: string): string | undefined {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return SETTABLE.test(line) ? line : undefined
}

/** True for image formats that can be decoded. */
export const isDecodable = (file: string): boolean => /\.(?:jpe?g|png|webp|gif)$/i.test(file)
