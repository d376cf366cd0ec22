import { createHash } from 'node:crypto'

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

/** Hex SHA-256 of the exact text, cut to `length` characters. */
export function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}

/**
 * A name for a title on every file system and in every URL: slug and hash, lower-case ASCII, at most 69 characters. Titles that differ
 * in one quote, in case or in a trailing space get different names; somebody who looks for two titles with one name finds them, so
 * addresses are kept apart in names.ts.
 */
export function safeName(title: string): string {
  const exact = canonicalTitle(title)
  const slug = slugOf(exact)
  // Without Latin letters the hash alone keeps tens of thousands of titles apart.
  return slug ? `${slug}-${hashOf(exact, 8)}` : hashOf(exact, 16)
}

/**
 * Like {@link safeName}, with 128 bits of the hash: nobody finds two titles that have one name, though they try. At most 93 characters.
 * For what is found by its name alone.
 */
export function uniqueName(title: string): string {
  const exact = canonicalTitle(title)
  const slug = slugOf(exact)
  return slug ? `${slug}-${hashOf(exact, 32)}` : hashOf(exact, 32)
}
