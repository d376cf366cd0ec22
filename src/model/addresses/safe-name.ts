import { hash } from 'node:crypto'
import { canonicalTitle, nameWithHash, slugOf } from '../title.ts'

/** Hex SHA-256 of the exact text, truncated to `length` characters. */
export const hashOf = (text: string, length: number): string => hash('sha256', text).slice(0, length)

/**
 * A name for a title that is valid on every file system and in every URL: slug and hash, lower-case ASCII, at most 69 characters. Titles
 * that differ in one quote, in case or in a trailing space get different names; the hash is short enough that collisions can be found
 * deliberately, so addresses are kept apart in names.ts.
 */
export function safeName(title: string): string {
  const exact = canonicalTitle(title)
  return nameWithHash(exact, hashOf(exact, 64))
}

/** {@link safeName} with 128 bits of the hash, so that collisions cannot be found; at most 93 characters. For lookups by name alone. */
export function uniqueName(title: string): string {
  const exact = canonicalTitle(title)
  const slug = slugOf(exact)
  return slug ? `${slug}-${hashOf(exact, 32)}` : hashOf(exact, 32)
}
