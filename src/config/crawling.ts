import { z } from 'zod'
import { type OptionSpec, optionsOf } from './option.ts'
import { choice, decimal, extraList, flag, httpUrl, listOf, matching, MIB, percent, wholeNumber } from './values.ts'

const paths = optionsOf('Paths', 'crawl')
const selection = optionsOf('Selection', 'crawl')
const content = optionsOf('Content', 'crawl')
const network = optionsOf('Network', 'crawl')

/** The options of `benchbook crawl`. */
export const CRAWLING = {
  source: paths<string>('The service to copy: the address of the site, or of its API (…/api/2.0).', {
    value: 'URL',
    schema: httpUrl,
    fallback: '',
    expects: 'an http or https address such as https://www.ifixit.com',
  }),
  sourceWas: paths<string[]>('Former addresses of the service; a cache made from one of them stays in use.', {
    ...listOf(httpUrl),
    expects: 'an address such as http://old.example.org, or a list of them',
  }),
  contact: network(
    'An email address or page where the service can reach you, sent in the User-Agent.',
    matching('TEXT', /^[\x20-\x7e]*$/, 'plain ASCII text such as you@example.org'),
  ),
  concurrency: network('The most requests in flight at once.', wholeNumber('N', 1, 64, 8)),
  retries: network('Retries after a transient failure.', wholeNumber('N', 0, 20, 7)), // waits for at least 30 s in total
  connectTimeoutMs: network('Connection timeout, in milliseconds.', wholeNumber('MS', 1, 600_000, 10_000)),
  headersTimeoutMs: network('Timeout for the response headers, in milliseconds.', wholeNumber('MS', 1, 600_000, 60_000)),
  bodyTimeoutMs: network('The longest pause within a response body, in milliseconds.', wholeNumber('MS', 1, 600_000, 30_000)),
  allowHost: network<string[]>('Hosts on private networks, besides the source, that media and redirects may use.', {
    ...listOf(z.string().regex(/^[\w.:[\]-]+$/)),
    expects: 'a list of host names or addresses such as media.intranet,10.0.0.7',
  }),
  answerTimeoutMs: network(
    'Timeout for a whole response, in milliseconds, plus one second for every 16 KiB.',
    wholeNumber('MS', 1, 3_600_000, 120_000),
  ),
  maxRate: network('The most requests per second to one host; 0 means as many as the host can take.', decimal('N', 10_000, 0)),
  ignoreRobots: network('Ignore robots.txt; for a service of your own.', flag),
  media: content<'none' | 'pictures' | 'all'>('Which media to copy; `all` includes videos and documents.', {
    value: 'WHICH',
    ...choice('none', 'pictures', 'all'),
    fallback: 'all',
  }),
  zoomSize: content(
    'Also copy the pictures of steps in this size, for looking at them closely; where it is missing, the original up to 10 MB.',
    { value: 'SIZE', ...choice('none', 'huge', 'original') },
  ),
  extra: content<string[]>('API answers to copy that the site itself does not need, or `all`.', extraList),
  limit: selection('Copy only the first N guides and what they need; 0 means no limit.', wholeNumber('N', 0, 1_000_000_000, 0)),
  since: selection('Copy only guides changed since this date, and what they need.', {
    value: 'DATE',
    schema: z.string().refine((text) => text === '' || (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)))),
    fallback: '',
    expects: 'a date such as 2026-01-31',
  }),
  maxMediaBytes: content('The largest media file to copy, in bytes.', wholeNumber('BYTES', 1, 64 * 1024 * MIB, 256 * MIB)),
  maxBodyBytes: content('The largest API answer to accept, in bytes.', wholeNumber('BYTES', 1024, 1024 * MIB, 64 * MIB)),
  maxRecords: content(
    'The most records to fetch, and list items to read; the report says what was left out.',
    wholeNumber('N', 1, 100_000_000, 5_000_000), // iFixit has some 300,000
  ),
  maxDepth: content('The longest chain of records to follow, starting from one that a list names.', wholeNumber('N', 0, 1_000_000, 1000)),
  verify: network('The share of unchanged records to fetch again, least recently checked first, in percent.', percent(0)),
  maxFailed: network('The share of the records, and of the files, that may fail, in percent; exits with 1 if exceeded.', percent(0.5)),
  allowShrink: content(
    'How far a list, a tree or the records of one kind may shrink between crawls, in percent; beyond that nothing is removed and the crawl exits with 1.',
    percent(10),
  ),
  allowRefused: content(
    'The share of listed records, or of files, that the service may refuse as private or gone, in percent; later the growth of it. Exits with 1 beyond that.',
    percent(5),
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
