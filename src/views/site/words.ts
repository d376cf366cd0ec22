import type { CountKey } from '../../words/dictionary.ts'
import { capitalised, readable } from '../../words/readable.ts'
import type { Words } from '../../words/speak.ts'

/** The words that people read for the service's codes. Codes that nobody foresaw are shown as readable as they can be. */

/** Guide types in the order of a category page. */
const TYPES = ['replacement', 'repair', 'disassembly', 'installation', 'maintenance', 'technique', 'how-to', 'teardown']

/** What one guide of a type is: `Teardown`. */
export const typeWord = (words: Words, type: string): string =>
  words.known(`type.${type}`) ?? (type ? readable(type) : words.say('guide.title'))
/** What many are: `Teardowns`. */
export const typeHeading = (words: Words, type: string): string =>
  words.known(`types.${type}`) ?? (type ? readable(type) : words.say('guides.title'))

/** Where a type stands among others: the known ones first, then the site's own by name. */
export function compareTypes(a: string, b: string): number {
  const rank = (type: string): number => (TYPES.includes(type) ? TYPES.indexOf(type) : TYPES.length + (type ? 0 : 1))
  return rank(a) - rank(b) || a.localeCompare(b, 'en')
}

/** The service gives difficulties as words of the content's language; the English ones have a code, `very-easy`. */
export const difficultyCode = (words: Words, label: string): string => {
  const code = label.trim().toLowerCase().replace(/\s+/g, '-')
  return words.known(`difficulty.${code}`) ? code : label
}
export const difficultyWord = (words: Words, label: string | null): string =>
  label ? (words.known(`difficulty.${difficultyCode(words, label)}`) ?? label) : ''

/** What a flag tells the reader: praise, a plain fact, or a word of warning. */
export interface FlagWords {
  tone: 'good' | 'plain' | 'warning'
  text: string
  /** What the service says of it, where that is more; '' else. */
  note: string
}

const PRAISE = ['GUIDE_STARRED', 'GUIDE_FEATURED_STUDENT']
const WARNINGS = ['GUIDE_ARCHIVED', 'GUIDE_IN_PROGRESS', 'GUIDE_MISSING_IMAGES', 'GUIDE_MISSING_STEPS', 'NO_DETAILS', 'INTRODUCTION_ISSUES']

/** Flags as people say them; one of a site's own in its own words. */
export function flagWords(words: Words, { flagid, title, text }: { flagid: string; title: string; text: string }): FlagWords {
  const tone = PRAISE.includes(flagid) ? 'good' : WARNINGS.includes(flagid) ? 'warning' : 'plain'
  const said = words.known(`flag.${flagid}`) ?? (title || text || readable(flagid))
  return { tone, text: said, note: text === said ? '' : text }
}

/** What somebody may do on the original site, `Author and moderator`; a privilege of a site's own in its own words. '' for none. */
export const privilegesLine = (words: Words, privileges: readonly string[]): string =>
  capitalised(words.list(privileges.map((privilege) => words.known(`privilege.${privilege.toLowerCase()}`) ?? privilege)), words.lang)

/** How a line is marked. A colour matches the markers drawn into a step's pictures, so it is named in words too. */
export interface Mark {
  kind: 'plain' | 'colour' | 'callout'
  /** The service's code as a CSS name: `light-blue`, `caution`. */
  name: string
  /** `Light blue`, `Caution`; '' for a plain bullet. */
  word: string
}

/** Bullets of the specification, section 2.4; any other is a plain one. */
export function markOf(words: Words, bullet: string): Mark {
  const name = bullet.replace(/^icon_/, '').replaceAll('_', '-')
  const word = words.known(`mark.${name}`)
  if (!word) return { kind: 'plain', name: 'black', word: '' }
  return { kind: bullet.startsWith('icon_') ? 'callout' : 'colour', name, word }
}

/** `1 guide`, `1,234 guides`; '' for none. */
export const howMany = (words: Words, key: CountKey, count: number): string => (count === 0 ? '' : words.count(key, count))
