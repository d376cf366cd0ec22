import { option, wholeNumber } from './option.ts'

/** What keeps a service that has no end from filling the disk. */
export const CEILINGS = {
  maxRecords: option('Content', ['crawl'], 'The most records to fetch, and list items to read; the report says what was left out.', {
    value: 'N',
    ...wholeNumber(1, 100_000_000),
    fallback: 5_000_000, // iFixit has some 300,000
  }),
  maxDepth: option('Content', ['crawl'], 'The longest chain of records to follow, starting from one that a list names.', {
    value: 'N',
    ...wholeNumber(0, 1_000_000),
    fallback: 1000,
  }),
}
