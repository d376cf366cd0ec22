import { z } from 'zod'
import { decimal, flag, option, part, percent, plain, wholeNumber } from './option.ts'

/** How the service is asked. */
export const NETWORK = {
  contact: option('Network', ['crawl'], 'An email address or page where the service can reach you, sent in the User-Agent.', {
    ...plain,
    value: 'TEXT',
    schema: z.string().regex(/^[\x20-\x7e]*$/),
    expects: 'plain ASCII text such as you@example.org',
  }),
  token: option('Network', ['crawl', 'serve'], 'The API token; `serve --api` asks clients for it too. Environment only.', {
    ...plain,
    value: null,
    schema: z.string().regex(/^[\x21-\x7e]*$/),
    expects: 'a token without spaces',
  }),
  concurrency: option('Network', ['crawl'], 'The most requests in flight at once.', {
    value: 'N',
    ...wholeNumber(1, 64),
    fallback: 8,
  }),
  retries: option('Network', ['crawl'], 'Retries after a transient failure.', {
    value: 'N',
    ...wholeNumber(0, 20),
    fallback: 7, // waits for at least 30 s in all
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
  full: option('Network', ['crawl', 'check', 'cache'], 'Fetch every record again, changed or not.', {
    ...flag,
    textFor: {
      check: 'A check reads every file again, changed or not.',
      cache: 'A push sends everything again and replaces what the store has; a pull replaces the crawl in the folder.',
    },
  }),
  part: option<string>(
    'Network',
    ['check'],
    'Read again this part of the files that have not changed since the last check, such as 3/7.',
    part,
  ),
  verify: option('Network', ['crawl'], 'The share of unchanged records to fetch again, least recently checked first, in percent.', {
    ...percent,
    value: 'PERCENT',
    fallback: 0,
  }),
  maxFailed: option('Network', ['crawl'], 'The share of records and files that may fail, in percent; exits with 1 if exceeded.', {
    value: 'PERCENT',
    ...percent,
    fallback: 0.5,
  }),
}
