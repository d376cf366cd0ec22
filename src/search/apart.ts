import { fold } from './fold.ts'
import { hash } from './hash.ts'

/**
 * Groups of words that Pagefind's stems take for one and that are none, `tire` and `tired`: of each the forms of one word, and those of another, with spaces
 * between them.
 */
export type Apart = readonly (readonly string[])[]

/** By form, the keys of the words that it may be one of. */
export type ApartKeys = ReadonlyMap<string, readonly string[]>

export function apartKeys(apart: Apart): ApartKeys {
  const keys = new Map<string, string[]>()
  for (const forms of apart.flat())
    for (const form of forms.split(' ').map(fold)) keys.set(form, [...(keys.get(form) ?? []), `ⵥ${hash(`|${forms}`)}`])
  return keys
}

/** The words made for a page by which it is told which of them it has. */
export function apartIn(texts: readonly string[], keys: ApartKeys): string {
  if (keys.size === 0) return ''
  const words = new Set(texts.flatMap((text) => fold(text).match(/\p{L}+/gu) ?? []))
  return [...new Set([...words].flatMap((word) => keys.get(word) ?? []))].sort().join(' ')
}
