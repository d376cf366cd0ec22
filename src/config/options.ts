import { z } from 'zod'
import { IMAGE_SIZE_NAMES, type ImageSize } from '../model/media.ts'
import { choice, extraList, flag, httpUrl, type OptionSpec, option, languageList, MIB, percent, plain, wholeNumber } from './option.ts'
import { BUILDING } from './building.ts'
import { BUNDLING } from './bundling.ts'
import { CEILINGS } from './ceilings.ts'
import { HOSTING } from './hosting.ts'
import { NETWORK } from './network.ts'
import { PAPER } from './paper.ts'
import { SERVING } from './serving.ts'
import { STORING } from './storing.ts'

/** Every option. The flag is the name in kebab case (`--max-media-bytes`), the variable the name in capitals (`BENCHBOOK_MAX_MEDIA_BYTES`). */
export const OPTIONS = {
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
  cache: option(
    'Paths',
    ['crawl', 'build', 'check', 'serve', 'report', 'bundle', 'cache'],
    'The cache: written by a crawl, read by everything else.',
    {
      ...plain,
      value: 'DIR',
      fallback: 'content-cache',
      expects: 'a folder',
    },
  ),
  out: option('Paths', ['build', 'check', 'serve', 'pdf', 'bundle'], 'The folder of the built site; for a bundle, its file or folder.', {
    ...plain,
    value: 'DIR',
    fallback: 'dist',
    expects: 'a folder',
  }),
  ...STORING,
  ...NETWORK,
  media: option<'none' | 'pictures' | 'all'>('Content', ['crawl'], 'Which media to copy; `all` includes videos and documents.', {
    value: 'WHICH',
    ...choice('none', 'pictures', 'all'),
    fallback: 'all',
  }),
  sizes: option<ImageSize[]>('Content', ['crawl', 'bundle'], 'Which picture sizes to copy; the nearest size stands in for a missing one.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((size) => size.trim()))
      .pipe(z.array(z.enum(IMAGE_SIZE_NAMES)).min(1)),
    fallback: ['standard', 'medium', 'large'],
    expects: `a list such as standard,large out of ${IMAGE_SIZE_NAMES.join(', ')}`,
  }),
  zoomSize: option(
    'Content',
    ['crawl'],
    'Also copy the pictures of steps in this size, for looking at them closely; where it is missing, the original up to 10 MB.',
    { value: 'SIZE', ...choice('none', 'huge', 'original') },
  ),
  lang: option<string[]>('Selection', ['crawl', 'pdf', 'bundle'], "Languages besides the service's own, or `all`.", languageList),
  extra: option<string[]>('Content', ['crawl'], 'API answers to copy that the site itself does not need, or `all`.', extraList),
  limit: option('Selection', ['crawl'], 'Copy only the first N guides and what they need; 0 means no limit.', {
    value: 'N',
    ...wholeNumber(0, 1_000_000_000),
    fallback: 0,
  }),
  category: option(
    'Selection',
    ['crawl', 'pdf', 'bundle'],
    'Only guides in this category and its subcategories; a crawl and a bundle also take what they need.',
    {
      ...plain,
      value: 'NAME',
    },
  ),
  since: option(
    'Selection',
    ['crawl', 'bundle'],
    'Copy only guides changed since this date, and what they need; for a bundle, the earlier one that a delta is to update.',
    {
      value: 'DATE/FILE',
      schema: z
        .string()
        .refine((text) => text === '' || (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) || /.\.zi[pm]$/i.test(text)),
      fallback: '',
      expects: 'a date such as 2026-01-31; for a bundle, a file such as old/guides.zip',
    },
  ),
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
  ...CEILINGS,
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
  includePrivate: option(
    'Content',
    ['crawl', 'build'],
    'Include private guides that the token can read; their pages say so and are marked noindex.',
    flag,
  ),
  ...BUILDING,
  ...SERVING,
  ...HOSTING,
  ...PAPER,
  ...BUNDLING,
  summary: option('Output', ['crawl', 'report'], 'Append the report as Markdown to this file, such as a CI job summary.', {
    ...plain,
    value: 'FILE',
    expects: 'a file',
  }),
  quiet: option('Output', ['crawl', 'build', 'check', 'pdf', 'bundle', 'cache'], 'Print errors only.', flag),
  json: option(
    'Output',
    ['crawl', 'build', 'check', 'serve', 'report', 'pdf', 'bundle', 'cache'],
    'Print JSON instead of text, one object per line.',
    flag,
  ),
  debug: option('Output', ['crawl', 'build', 'check', 'serve', 'report', 'pdf', 'bundle', 'cache'], 'Print stack traces.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

export type OptionName = keyof typeof OPTIONS

/** True for an option that names a file or folder; '' is none. */
export const isPath = (name: OptionName): boolean => /^(?:DIR|FILE)$/.test(OPTIONS[name].value ?? '')

export type Config = { [Name in OptionName]: (typeof OPTIONS)[Name] extends OptionSpec<infer T> ? T : never }
