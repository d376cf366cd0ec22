import { hash } from 'node:crypto'

/** Where the pictures for social networks lie in a site. */
export const SOCIAL_FOLDER = 'social'

/** All that such a picture is made of. */
export interface SocialPicture {
  title: string
  siteName: string
  /** The picture under the title: a file of the site's media. */
  picture: string
}

/** To be raised with whatever changes how they look: an earlier picture is taken by its name. */
const LOOK = 1

/** Named by what it is made of, from the root of the site: pages name it before it is drawn, and a later build finds it again. */
export const socialFile = ({ title, siteName, picture }: SocialPicture): string =>
  `${SOCIAL_FOLDER}/${hash('sha256', JSON.stringify([LOOK, title, siteName, picture])).slice(0, 24)}.jpg`

/** What the fonts of a site have letters for: Latin, Greek and Cyrillic, with what stands between words. */
const SETTABLE = /^[\u0020-\u007e\u00a0-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20ac\u2116\u2122\u2212]+$/

/** A text in the form in which it is set; undefined where letters are missing for it, or it would have to be set from right to left. */
export function settable(text: string): string | undefined {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return SETTABLE.test(line) ? line : undefined
}

/** The kinds of pictures that can be decoded. */
export const isDecodable = (file: string): boolean => /\.(?:jpe?g|png|webp|gif)$/i.test(file)
