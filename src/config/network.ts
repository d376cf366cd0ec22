import { z } from 'zod'
import { decimal, flag, option, percent, plain, wholeNumber } from './option.ts'

/** How the service is asked. */
export const NETWORK = {
  contact: option('Network', ['crawl'], 'An address or page where the operator can reach you; it is sent in the User-Agent.', {
    ...plain,
    value: 'TEXT',
    schema: z.string().regex(/^[\x20-\x7e]*$/),
    expects: 'plain ASCII text such as you@example.org',
  }),
  token: option('Network', ['crawl', 'serve'], 'The API token; `serve --api` asks for it too. From the environment only.', {
    ...plain,
    value: null,
    schema: z.string().regex(/^[\x21-\x7e]*$/),
    expects: 'a token without spaces',
  }),
  concurrency: option('Network', ['crawl'], 'How many requests may be under way at once.', {
    value: 'N',
    ...wholeNumber(1, 64),
    fallback: 8,
  }),
  retries: option('Network', ['crawl'], 'How often a request that failed in passing is tried again.', {
    value: 'N',
    ...wholeNumber(0, 20),
    fallback: 7, // waits for at least 30 s in all
  }),
  connectTimeoutMs: option('Network', ['crawl'], 'How long connecting may take, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 10_000,
  }),
  headersTimeoutMs: option('Network', ['crawl'], 'How long the service may think before it answers, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 60_000,
  }),
  bodyTimeoutMs: option('Network', ['crawl'], 'How long an answer may pause while it arrives, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 30_000,
  }),
  allowHost: option<string[]>(
    'Network',
    ['crawl'],
    'Hosts in private networks that media and redirects may lead to, besides the source itself.',
    {
      value: 'LIST',
      schema: z
        .string()
        .transform((text) => text.split(',').map((host) => host.trim()))
        .pipe(z.array(z.string().regex(/^[\w.:[\]-]+$/))),
      fallback: [],
      expects: 'a list of host names or addresses such as media.intranet,10.0.0.7',
    },
  ),
  answerTimeoutMs: option(
    'Network',
    ['crawl'],
    'How long an answer that drips may take to arrive as a whole, in milliseconds; a second more for every 16 KiB.',
    {
      value: 'MS',
      ...wholeNumber(1, 3_600_000),
      fallback: 120_000,
    },
  ),
  maxRate: option('Network', ['crawl'], 'The most requests a second to one host; 0 sets no limit but what the host can take.', {
    value: 'N',
    ...decimal(10_000),
    fallback: 0,
  }),
  ignoreRobots: option('Network', ['crawl'], 'Ask also for what a robots.txt keeps robots out of; for your own service.', flag),
  full: option('Network', ['crawl'], 'Ask for every record again, also where no list tells of a change.', flag),
  verify: option(
    'Network',
    ['crawl'],
    'The share of the unchanged records to ask for as well, those asked for longest ago first, in percent.',
    { ...percent, value: 'PERCENT', fallback: 0 },
  ),
  maxFailed: option('Network', ['crawl'], 'The share of records and files that may fail, in percent; more ends with 1.', {
    value: 'PERCENT',
    ...percent,
    fallback: 0.5,
  }),
}
