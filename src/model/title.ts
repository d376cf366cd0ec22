/** A title as the service compares it: on the wire `_` and space are the same character (api-facts, Hierarchy). Half a character cannot stand in an address. */
export function canonicalTitle(title: string): string {
  return title.replaceAll('_', ' ').toWellFormed()
}

/** What nobody sees, alone or among others: spaces, controls, joiners, fillers, and the braille pattern without dots. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True for a text with something in it that people can see. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** What people are shown for a title that has no other form; one that nobody can see stands in quotes. */
export const visibleTitle = (title: string): string => (isVisible(title) ? title : `“${title}”`)

/**
 * A text without accents, composed of whole letters. Marks that make another letter stay: the voiced kana of Japanese, the vowels of Thai and of the
 * scripts of India.
 */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(ACCENTS, '').normalize('NFC')

/** Marks that any script may have, without those of kana; the points of Hebrew. */
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7]/gu

/** Lower-case ASCII words of a title, for people; never unique on its own. Empty for a title without Latin letters or digits. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '')
}

/** The name of a canonical title, of which `sha256` is the hash in hex: see safe-name.ts. */
export function nameWithHash(title: string, sha256: string): string {
  const slug = slugOf(title)
  // Without Latin letters the hash alone keeps tens of thousands of titles apart.
  return slug ? `${slug}-${sha256.slice(0, 8)}` : sha256.slice(0, 16)
}
