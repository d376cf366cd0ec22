/** The words that people read for the service's codes. Codes that nobody foresaw are shown as readable as they can be. */

/** `how-to` → `How to`. */
function readable(code: string): string {
  const words = code
    .replace(/^GUIDE_/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return /^[A-Z\d\s]+$/.test(words) ? capitalised(words.toLowerCase()) : capitalised(words)
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Guide types in the order of a category page: what one guide is, what many are. */
const TYPES: Record<string, [one: string, many: string]> = {
  replacement: ['Replacement', 'Replacement guides'],
  repair: ['Repair', 'Repair guides'],
  disassembly: ['Disassembly', 'Disassembly guides'],
  installation: ['Installation', 'Installation guides'],
  maintenance: ['Maintenance', 'Maintenance guides'],
  technique: ['Technique', 'Techniques'],
  'how-to': ['How-to', 'How-to guides'],
  teardown: ['Teardown', 'Teardowns'],
}

export const typeWord = (type: string): string => TYPES[type]?.[0] ?? (type ? readable(type) : 'Guide')
export const typeHeading = (type: string): string => TYPES[type]?.[1] ?? (type ? readable(type) : 'Guides')

/** Where a type stands among others: the known ones first, then the site's own by name. */
export function compareTypes(a: string, b: string): number {
  const known = Object.keys(TYPES)
  const rank = (type: string): number => (known.includes(type) ? known.indexOf(type) : known.length + (type ? 0 : 1))
  return rank(a) - rank(b) || a.localeCompare(b, 'en')
}

/** What a flag tells the reader: praise, a plain fact, or a word of warning. */
export interface FlagWords {
  tone: 'good' | 'plain' | 'warning'
  text: string
}

const FLAGS: Record<string, [FlagWords['tone'], string]> = {
  GUIDE_STARRED: ['good', 'Featured guide'],
  GUIDE_FEATURED_STUDENT: ['good', 'Featured student guide'],
  GUIDE_USER_CONTRIBUTED: ['plain', 'Contributed by the community'],
  GUIDE_PREREQ_ONLY: ['plain', 'Made to be a part of other guides'],
  GUIDE_ARCHIVED: ['warning', 'Archived: no longer kept up to date'],
  GUIDE_IN_PROGRESS: ['warning', 'Still being written'],
  GUIDE_MISSING_IMAGES: ['warning', 'Some pictures are missing'],
  GUIDE_MISSING_STEPS: ['warning', 'Some steps are missing'],
  NO_DETAILS: ['warning', 'Needs more detail'],
  INTRODUCTION_ISSUES: ['warning', 'The introduction needs work'],
}

/** Flags as people say them; one of a site's own in its own words. */
export function flagWords({ flagid, title, text }: { flagid: string; title: string; text: string }): FlagWords {
  const known = FLAGS[flagid]
  return known ? { tone: known[0], text: known[1] } : { tone: 'plain', text: title || text || readable(flagid) }
}

/** How a line is marked. A colour matches the markers drawn into a step's pictures, so it is named in words too. */
export interface Mark {
  kind: 'plain' | 'colour' | 'callout'
  /** The service's code as a CSS name: `light-blue`, `caution`. */
  name: string
  /** `Light blue`, `Caution`; '' for a plain bullet. */
  word: string
}

const COLOURS = ['red', 'orange', 'yellow', 'light_blue', 'blue', 'green', 'violet']
const CALLOUTS = ['icon_note', 'icon_caution', 'icon_reminder']

/** Bullets of the specification, section 2.4; any other is a plain one. */
export function markOf(bullet: string): Mark {
  const name = bullet.replace(/^icon_/, '').replaceAll('_', '-')
  if (COLOURS.includes(bullet)) return { kind: 'colour', name, word: readable(bullet) }
  if (CALLOUTS.includes(bullet)) return { kind: 'callout', name, word: readable(name) }
  return { kind: 'plain', name: 'black', word: '' }
}
