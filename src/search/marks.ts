/** Words made for pages of one sort, by which an index tells them. They start with a letter that nobody types (see title-key.ts). What is archived stands behind, and so do lists. */
export const MARK = { guide: 'ⵥguide', archived: 'ⵥarchived' } as const
