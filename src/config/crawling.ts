import { z } from 'zod'
import { choice, decimal, extraList, flag, httpUrl, MIB, type OptionSpec, option, percent, plain, wholeNumber } from './option.ts'

/** The options of `benchbook crawl`. */
export const CRAWLING = {
  source: option<string>('Paths', ['crawl'], 'The service to copy: the address of the site, or of its API (…/api/2.0).', {
    value: 'URL',
    schema: httpUrl,
    fallback: '',
    expects: 'an http or https address such as https://www.ifixit.com',
  }),
  sourceWas: option<string[]>('Paths', ['crawl'], 'Former addresses of the service; a cache made from one of them stays in use.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .pipe(z.array(httpUrl)),
    fallback: [],
    expects: 'an address such as http://old.example.org, or a list of them',
  }),
  contact: option('Network', ['crawl'], 'An email address or page where the service can reach you, sent in the User-Agent.', {
    ...plain,
    value: 'TEXT',
    schema: z.string().regex(/^[\x20-\x7e]*$/),
    expects: 'plain ASCII text such as you@example.org',
  }),
  concurrency: option('Network', ['crawl'], 'The most requests in flight at once.', {
    value: 'N',
    ...wholeNumber(1, 64),
    fallback: 8,
  }),
  retries: option('Network', ['crawl'], 'Retries after a transient failure.', {
    value: 'N',
    ...wholeNumber(0, 20),
    fallback: 7, // waits for at least 30 s in total
  }),
  connectTimeoutMs: option('Network', ['crawl'], 'Connection timeout, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 10_000,
  }),
  headersTimeoutMs: option('Network', ['crawl'], 'Timeout for the response headers, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 60_000,
  }),
  bodyTimeoutMs: option('Network', ['crawl'], 'The longest pause within a response body, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 30_000,
  }),
  allowHost: option<string[]>('Network', ['crawl'], 'Hosts on private networks, besides the source, that media and redirects may use.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((host) => host.trim()))
      .pipe(z.array(z.string().regex(/^[\w.:[\]-]+$/))),
    fallback: [],
    expects: 'a list of host names or addresses such as media.intranet,10.0.0.7',
  }),
  answerTimeoutMs: option('Network', ['crawl'], 'Timeout for a whole response, in milliseconds, plus one second for every 16 KiB.', {
    value: 'MS',
    ...wholeNumber(1, 3_600_000),
    fallback: 120_000,
  }),
  maxRate: option('Network', ['crawl'], 'The most requests per second to one host; 0 means as many as the host can take.', {
    value: 'N',
    ...decimal(10_000),
    fallback: 0,
  }),
  ignoreRobots: option('Network', ['crawl'], 'Ignore robots.txt; for a service of your own.', flag),
  media: option<'none' | 'pictures' | 'all'>('Content', ['crawl'], 'Which media to copy; `all` includes videos and documents.', {
    value: 'WHICH',
    ...choice('none', 'pictures', 'all'),
    fallback: 'all',
  }),
  zoomSize: option(
    'Content',
    ['crawl'],
    'Also copy the pictures of steps in this size, for looking at them closely; where it is missing, the original up to 10 MB.',
    { value: 'SIZE', ...choice('none', 'huge', 'original') },
  ),
  extra: option<string[]>('Content', ['crawl'], 'API answers to copy that the site itself does not need, or `all`.', extraList),
  limit: option('Selection', ['crawl'], 'Copy only the first N guides and what they need; 0 means no limit.', {
    value: 'N',
    ...wholeNumber(0, 1_000_000_000),
    fallback: 0,
  }),
  since: option('Selection', ['crawl'], 'Copy only guides changed since this date, and what they need.', {
    value: 'DATE',
    schema: z.string().refine((text) => text === '' || (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)))),
    fallback: '',
    expects: 'a date such as 2026-01-31',
  }),
  maxMediaBytes: option('Content', ['crawl'], 'The largest media file to copy, in bytes.', {
    value: 'BYTES',
    ...wholeNumber(1, 64 * 1024 * MIB),
    fallback: 256 * MIB,
  }),
  maxBodyBytes: option('Content', ['crawl'], 'The largest API answer to accept, in bytes.', {
    value: 'BYTES',
    ...wholeNumber(1024, 1024 * MIB),
    fallback: 64 * MIB,
  }),
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
  verify: option('Network', ['crawl'], 'The share of unchanged records to fetch again, least recently checked first, in percent.', {
    ...percent,
    value: 'PERCENT',
    fallback: 0,
  }),
  maxFailed: option(
    'Network',
    ['crawl'],
    'The share of the records, and of the files, that may fail, in percent; exits with 1 if exceeded.',
    {
      value: 'PERCENT',
      ...percent,
      fallback: 0.5,
    },
  ),
  allowShrink: option(
    'Content',
    ['crawl'],
    'How far a list, a tree or the records of one kind may shrink between crawls, in percent; beyond that nothing is removed and the crawl exits with 1.',
    { ...percent, value: 'PERCENT', fallback: 10 },
  ),
  allowRefused: option(
    'Content',
    ['crawl'],
    'The share of listed records, or of files, that the service may refuse as private or gone, in percent; later the growth of it. Exits with 1 beyond that.',
    { ...percent, value: 'PERCENT', fallback: 5 },
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
