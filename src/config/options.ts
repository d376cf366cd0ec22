import { z } from 'zod'
import { IMAGE_SIZE_NAMES, type ImageSize } from '../model/media.ts'
import { choice, extraList, flag, httpUrl, type OptionSpec, option, languageList, MIB, percent, plain, wholeNumber } from './option.ts'
import { BUILDING } from './building.ts'
import { CEILINGS } from './ceilings.ts'
import { NETWORK } from './network.ts'
import { PAPER } from './paper.ts'
import { SERVING } from './serving.ts'

/** Every option. The flag is the name in kebab case (`--max-media-bytes`), the variable the name in capitals (`BENCHBOOK_MAX_MEDIA_BYTES`). */
export const OPTIONS = {
  source: option<string>('Paths', ['crawl'], 'The service to copy: the address of the site, or of its API (…/api/2.0).', {
    value: 'URL',
    schema: httpUrl,
    fallback: '',
    expects: 'an http or https address such as https://www.ifixit.com',
  }),
  sourceWas: option<string[]>('Paths', ['crawl'], 'Addresses where the service was before it moved: the cache of one of them goes on.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .pipe(z.array(httpUrl)),
    fallback: [],
    expects: 'an address such as http://old.example.org, or a list of them',
  }),
  cache: option('Paths', ['crawl', 'build', 'check', 'serve', 'report'], 'The folder that the crawl writes and the site reads.', {
    ...plain,
    value: 'DIR',
    fallback: 'content-cache',
    expects: 'a folder',
  }),
  out: option('Paths', ['build', 'check', 'serve', 'pdf'], 'The folder of the finished site.', {
    ...plain,
    value: 'DIR',
    fallback: 'dist',
    expects: 'a folder',
  }),
  ...NETWORK,
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
  lang: option<string[]>('Selection', ['crawl', 'pdf'], "The languages besides the source's own, or `all` that there are.", languageList),
  extra: option<string[]>('Copying', ['crawl'], 'Answers to copy that the site does not need, or `all` of them.', extraList),
  limit: option('Selection', ['crawl'], 'Copy the first so many guides only, with what they need; 0: all of them.', {
    value: 'N',
    ...wholeNumber(0, 1_000_000_000),
    fallback: 0,
  }),
  category: option(
    'Selection',
    ['crawl', 'pdf'],
    'Only the guides of this category and of those below it; a crawl copies what they need too.',
    {
      ...plain,
      value: 'NAME',
    },
  ),
  since: option('Selection', ['crawl'], 'Copy the guides only that changed since this date, with what they need.', {
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
  allowShrink: option(
    'Copying',
    ['crawl'],
    'How much shorter a list or tree may be than in the last crawl, or how many records of a kind gone at once, in percent; more ends with 1, and nothing is removed.',
    { ...percent, value: 'PERCENT', fallback: 10 },
  ),
  includePrivate: option(
    'Copying',
    ['crawl', 'build'],
    'Copy private guides that the token opens, and build their pages; each says that it is private and tells robots off.',
    flag,
  ),
  ...BUILDING,
  ...SERVING,
  ...PAPER,
  summary: option('Output', ['crawl', 'report'], 'A file to add the report to as Markdown, such as the summary of a CI job.', {
    ...plain,
    value: 'FILE',
    expects: 'a file',
  }),
  quiet: option('Output', ['crawl', 'build', 'check', 'pdf'], 'Say nothing but errors.', flag),
  json: option('Output', ['crawl', 'build', 'check', 'report', 'pdf'], 'Print one JSON object at the end instead of text.', flag),
  debug: option('Output', ['crawl', 'build', 'check', 'serve', 'report', 'pdf'], 'Show the stack of an error.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

export type OptionName = keyof typeof OPTIONS
export type Config = { [Name in OptionName]: (typeof OPTIONS)[Name] extends OptionSpec<infer T> ? T : never }
