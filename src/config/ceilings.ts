import { option, wholeNumber } from './option.ts'

/** What keeps a service that has no end from filling the disk. */
export const CEILINGS = {
  maxRecords: option(
    'Copying',
    ['crawl'],
    'The most records to ask for, and items of a list to read; what is beyond is left out, and said.',
    {
      value: 'N',
      ...wholeNumber(1, 100_000_000),
      fallback: 5_000_000, // iFixit has some 300,000
    },
  ),
  maxDepth: option('Copying', ['crawl'], 'How many records may lead from one to the next, beginning with one that a list names.', {
    value: 'N',
    ...wholeNumber(0, 1_000_000),
    fallback: 1000,
  }),
}
