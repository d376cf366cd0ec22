/**
 * Words made for pages of one sort, by which an index tells them: guides; and what ranks lower, archived guides, lists and people. They start with a letter that nobody
 * types (see title-key.ts), and alike, so that one file of an index has both.
 */
export const MARK = { guide: 'ⵥsortguide', minor: 'ⵥsortminor' } as const
