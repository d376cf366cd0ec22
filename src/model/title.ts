/** The service's canonical form of a title: `_` is a space (api-facts, Hierarchy), and unpaired surrogates are replaced. */
export const canonicalTitle = (title: string): string => title.replaceAll('_', ' ').toWellFormed()

/** Matches anything but invisible characters: spaces, controls, joiners, fillers, and the braille pattern without dots. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True for a text with a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** The displayed form of a title without a display title; an invisible one is put in quotes. */
export const visibleTitle = (title: string): string => (isVisible(title) ? title : `“${title}”`)

/** A text without accents, composed. Marks that form other letters stay: voiced kana, the vowels of Thai and of Indic scripts. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(ACCENTS, '').normalize('NFC')

/** Script-independent marks, except those of kana; the points of Hebrew. */
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7]/gu

/** Lower-case ASCII words of a title, for readability; not unique. Empty for a title without Latin letters or digits. */
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

/** The name of a canonical title whose hash in hex is `sha256`: see safe-name.ts. */
export function nameWithHash(title: string, sha256: string): string {
  const slug = slugOf(title)
  // Without Latin letters the hash alone must distinguish tens of thousands of titles.
  return slug ? `${slug}-${sha256.slice(0, 8)}` : sha256.slice(0, 16)
}
