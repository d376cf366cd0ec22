import type { CountKey } from '../../words/dictionary.ts'
import { capitalised, readable } from '../../words/readable.ts'
import type { Words } from '../../words/speak.ts'

/** Display words for the service's codes. Unknown codes are shown as readably as possible. */

/** Guide types in the order of a category page. */
const TYPES = ['replacement', 'repair', 'disassembly', 'installation', 'maintenance', 'technique', 'how-to', 'teardown']

/** A guide of a type: `Teardown`. */
export const typeWord = (words: Words, type: string): string =>
  words.known(`type.${type}`) ?? (type ? readable(type) : words.say('guide.title'))
/** True for guides that end with a thing in parts. */
export const takesApart = (type: string): boolean => ['replacement', 'disassembly', 'teardown'].includes(type)

/** The plural: `Teardowns`. */
export const typeHeading = (words: Words, type: string): string =>
  words.known(`types.${type}`) ?? (type ? readable(type) : words.say('guides.title'))

/** The sort order of types: known ones first, then the site's own by name. */
export function compareTypes(a: string, b: string): number {
  const rank = (type: string): number => (TYPES.includes(type) ? TYPES.indexOf(type) : TYPES.length + (type ? 0 : 1))
  return rank(a) - rank(b) || a.localeCompare(b, 'en')
}

/** The service returns difficulties in the content's language; English ones have a code, `very-easy`. */
export const difficultyCode = (words: Words, label: string): string => {
  const code = label.trim().toLowerCase().replace(/\s+/g, '-')
  return words.known(`difficulty.${code}`) ? code : label
}
export const difficultyWord = (words: Words, label: string | null): string =>
  label ? (words.known(`difficulty.${difficultyCode(words, label)}`) ?? label) : ''

/** The meaning of a flag for the reader: praise, a plain fact, or a warning. */
export interface FlagWords {
  tone: 'good' | 'plain' | 'warning'
  text: string
  /** The service's text if it says more; '' otherwise. */
  note: string
}

const PRAISE = ['GUIDE_STARRED', 'GUIDE_FEATURED_STUDENT']
const WARNINGS = ['GUIDE_ARCHIVED', 'GUIDE_IN_PROGRESS', 'GUIDE_MISSING_IMAGES', 'GUIDE_MISSING_STEPS', 'NO_DETAILS', 'INTRODUCTION_ISSUES']

/** Display words of a flag; site-specific flags keep the service's words. */
export function flagWords(words: Words, { flagid, title, text }: { flagid: string; title: string; text: string }): FlagWords {
  const tone = PRAISE.includes(flagid) ? 'good' : WARNINGS.includes(flagid) ? 'warning' : 'plain'
  const said = words.known(`flag.${flagid}`) ?? (title || text || readable(flagid))
  return { tone, text: said, note: text === said ? '' : text }
}

/** A person's role on the original site, `Author and moderator`; site-specific privileges keep the service's words. '' for none. */
export const privilegesLine = (words: Words, privileges: readonly string[]): string =>
  capitalised(words.list(privileges.map((privilege) => words.known(`privilege.${privilege.toLowerCase()}`) ?? privilege)), words.lang)

/** The mark of a line. Its colour matches the markers drawn in a step's pictures, so it is also named in words. */
export interface Mark {
  kind: 'plain' | 'colour' | 'callout'
  /** The service's code as a CSS class: `light-blue`, `caution`. */
  name: string
  /** `Light blue`, `Caution`; '' for a plain bullet. */
  word: string
}

/** The bullets of the specification, section 2.4; any other is plain. */
export function markOf(words: Words, bullet: string): Mark {
  const name = bullet.replace(/^icon_/, '').replaceAll('_', '-')
  const word = words.known(`mark.${name}`)
  if (!word) return { kind: 'plain', name: 'black', word: '' }
  return { kind: bullet.startsWith('icon_') ? 'callout' : 'colour', name, word }
}

/** `1 guide`, `1,234 guides`; '' for none. */
export const howMany = (words: Words, key: CountKey, count: number): string => (count === 0 ? '' : words.count(key, count))
