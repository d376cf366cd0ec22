/**
 * Generated words that mark guides, and pages that rank lower: archived guides, lists and people. They start with a letter that is never
 * typed (see title-key.ts), and both alike, so that one index file contains both.
 */
export const MARK = { guide: 'ⵥsortguide', minor: 'ⵥsortminor' } as const
