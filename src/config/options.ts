import { z } from 'zod'
import { IMAGE_SIZE_NAMES, type ImageSize } from '../model/media.ts'
import {
  choice,
  decimal,
  extraList,
  flag,
  httpUrl,
  type OptionSpec,
  option,
  languageList,
  MIB,
  percent,
  plain,
  wholeNumber,
} from './option.ts'
import { BUILDING } from './building.ts'
import { CEILINGS } from './ceilings.ts'
import { PAPER } from './paper.ts'
import { SERVING } from './serving.ts'

/** Every option. The flag is the name in kebab case (`--max-media-bytes`), the variable the name in capitals (`BENCHBOOK_MAX_MEDIA_BYTES`). */
export const OPTIONS = {
  source: option<string>('Where', ['crawl'], 'The service to copy: the address of the site, or of its API (…/api/2.0).', {
    value: 'URL',
    schema: httpUrl,
    fallback: '',
    expects: 'an http or https address such as https://www.ifixit.com',
  }),
  sourceWas: option<string[]>('Where', ['crawl'], 'Addresses where the service was before it moved: the cache of one of them goes on.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .pipe(z.array(httpUrl)),
    fallback: [],
    expects: 'an address such as http://old.example.org, or a list of them',
  }),
  cache: option('Where', ['crawl', 'build', 'check', 'serve', 'report'], 'The folder that the crawl writes and the site reads.', {
    ...plain,
    value: 'DIR',
    fallback: 'content-cache',
    expects: 'a folder',
  }),
  out: option('Where', ['build', 'check', 'serve', 'pdf'], 'The folder of the finished site.', {
    ...plain,
    value: 'DIR',
    fallback: 'dist',
    expects: 'a folder',
  }),
  contact: option('Asking', ['crawl'], 'An address or page where the operator can reach you; it is sent in the User-Agent.', {
    ...plain,
    value: 'TEXT',
    schema: z.string().regex(/^[\x20-\x7e]*$/),
    expects: 'plain ASCII text such as you@example.org',
  }),
  token: option('Asking', ['crawl', 'serve'], 'The API token; `serve --api` asks for it too. From the environment only.', {
    ...plain,
    value: null,
    schema: z.string().regex(/^[\x21-\x7e]*$/),
    expects: 'a token without spaces',
  }),
  concurrency: option('Asking', ['crawl'], 'How many requests may be under way at once.', {
    value: 'N',
    ...wholeNumber(1, 64),
    fallback: 8,
  }),
  retries: option('Asking', ['crawl'], 'How often a request that failed in passing is tried again.', {
    value: 'N',
    ...wholeNumber(0, 20),
    fallback: 7, // waits for at least 30 s in all
  }),
  media: option<'none' | 'pictures' | 'all'>('Copying', ['crawl'], 'Which media to copy; `all` adds videos and documents.', {
    value: 'WHICH',
    ...choice('none', 'pictures', 'all'),
    fallback: 'all',
  }),
  sizes: option<ImageSize[]>('Copying', ['crawl'], 'Which sizes of a picture to copy; a missing one falls back to the next.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((size) => size.trim()))
      .pipe(z.array(z.enum(IMAGE_SIZE_NAMES)).min(1)),
    fallback: ['standard', 'medium', 'large'],
    expects: `a list such as standard,large out of ${IMAGE_SIZE_NAMES.join(', ')}`,
  }),
  lang: option<string[]>('Which', ['crawl', 'pdf'], "The languages besides the source's own, or `all` that there are.", languageList),
  extra: option<string[]>('Copying', ['crawl'], 'Answers to copy that the site does not need, or `all` of them.', extraList),
  limit: option('Which', ['crawl'], 'Copy the first so many guides only, with what they need; 0: all of them.', {
    value: 'N',
    ...wholeNumber(0, 1_000_000_000),
    fallback: 0,
  }),
  category: option(
    'Which',
    ['crawl', 'pdf'],
    'Only the guides of this category and of those below it; a crawl copies what they need too.',
    {
      ...plain,
      value: 'NAME',
    },
  ),
  since: option('Which', ['crawl'], 'Copy the guides only that changed since this date, with what they need.', {
    value: 'DATE',
    schema: z.string().refine((text) => text === '' || (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)))),
    fallback: '',
    expects: 'a date such as 2026-01-31',
  }),
  maxMediaBytes: option('Copying', ['crawl'], 'The largest media file to copy, in bytes.', {
    value: 'BYTES',
    ...wholeNumber(1, 64 * 1024 * MIB),
    fallback: 256 * MIB,
  }),
  maxBodyBytes: option('Copying', ['crawl'], 'The largest answer of the API to accept, in bytes.', {
    value: 'BYTES',
    ...wholeNumber(1024, 1024 * MIB),
    fallback: 64 * MIB,
  }),
  ...CEILINGS,
  connectTimeoutMs: option('Asking', ['crawl'], 'How long connecting may take, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 10_000,
  }),
  headersTimeoutMs: option('Asking', ['crawl'], 'How long the service may think before it answers, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 60_000,
  }),
  bodyTimeoutMs: option('Asking', ['crawl'], 'How long an answer may pause while it arrives, in milliseconds.', {
    value: 'MS',
    ...wholeNumber(1, 600_000),
    fallback: 30_000,
  }),
  allowHost: option<string[]>(
    'Asking',
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
    'Asking',
    ['crawl'],
    'How long an answer that drips may take to arrive as a whole, in milliseconds; a second more for every 16 KiB.',
    {
      value: 'MS',
      ...wholeNumber(1, 3_600_000),
      fallback: 120_000,
    },
  ),
  maxRate: option('Asking', ['crawl'], 'The most requests a second to one host; 0 sets no limit but what the host can take.', {
    value: 'N',
    ...decimal(10_000),
    fallback: 0,
  }),
  ignoreRobots: option('Asking', ['crawl'], 'Ask also for what a robots.txt keeps robots out of; for your own service.', flag),
  full: option('Asking', ['crawl'], 'Ask for every record again, also where no list tells of a change.', flag),
  verify: option(
    'Asking',
    ['crawl'],
    'The share of the unchanged records to ask for as well, those asked for longest ago first, in percent.',
    { ...percent, value: 'PERCENT', fallback: 0 },
  ),
  allowShrink: option(
    'Copying',
    ['crawl'],
    'How much shorter a list or tree may be than in the last crawl, or how many records of a kind gone at once, in percent; more ends with 1, and nothing is removed.',
    { ...percent, value: 'PERCENT', fallback: 10 },
  ),
  maxFailed: option('Asking', ['crawl'], 'The share of records and files that may fail, in percent; more ends with 1.', {
    value: 'PERCENT',
    ...percent,
    fallback: 0.5,
  }),
  includePrivate: option(
    'Copying',
    ['crawl', 'build'],
    'Copy private guides that the token opens, and build their pages; each says that it is private and tells robots off.',
    flag,
  ),
  ...BUILDING,
  ...SERVING,
  ...PAPER,
  summary: option('Printing', ['crawl', 'report'], 'A file to add the report to as Markdown, such as the summary of a CI job.', {
    ...plain,
    value: 'FILE',
    expects: 'a file',
  }),
  quiet: option('Printing', ['crawl', 'build', 'check', 'pdf'], 'Say nothing but errors.', flag),
  json: option('Printing', ['crawl', 'build', 'check', 'report', 'pdf'], 'Print one JSON object at the end instead of text.', flag),
  debug: option('Printing', ['crawl', 'build', 'check', 'serve', 'report', 'pdf'], 'Show the stack of an error.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

export type OptionName = keyof typeof OPTIONS
export type Config = { [Name in OptionName]: (typeof OPTIONS)[Name] extends OptionSpec<infer T> ? T : never }
