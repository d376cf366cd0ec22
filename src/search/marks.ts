/**
 * Words made for pages of one sort, by which an index tells them. They start with a letter that nobody types (see title-key.ts), and alike, so that one file of an
 * index has both. What is archived stands behind, and so do lists.
 */
export const MARK = { guide: 'ⵥsortguide', archived: 'ⵥsortarchived' } as const
