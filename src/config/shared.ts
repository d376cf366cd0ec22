import { z } from 'zod'
import { IMAGE_SIZE_NAMES, type ImageSize } from '../model/media.ts'
import { choice, type Command, flag, httpUrl, languageList, type OptionSpec, option, percent, plain, wholeNumber } from './option.ts'

const READERS: Command[] = ['crawl', 'build', 'check', 'serve', 'report', 'bundle', 'cache']

/** The options that several commands take with the same meaning. */
export const SHARED = {
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
  out: option('Paths', ['build', 'check', 'serve', 'pdf'], 'The folder of the built site.', {
    ...plain,
    value: 'DIR',
    fallback: 'dist',
    expects: 'a folder',
  }),
  store: option(
    'Store',
    READERS,
    'Object storage that has the cache: it is pulled before, and pushed after a crawl; `--cache s3://…` is short for it.',
    {
      ...plain,
      value: 'URL',
      schema: z
        .string()
        .regex(/^$|^s3:\/\/[\w.-]+(?:\/[\w.-]+)*\/?$/)
        .transform((text) => text.replace(/\/$/, '')),
      expects: 'an address such as s3://bucket/prefix',
    },
  ),
  s3Endpoint: option(
    'Store',
    READERS,
    'The address of the object storage; AWS_ENDPOINT_URL says it too. Without either it is that of AWS.',
    {
      value: 'URL',
      schema: httpUrl,
      fallback: '',
      expects: 'an http or https address such as https://s3.example.org',
    },
  ),
  replace: option(
    'Store',
    ['cache'],
    'Replace what is there: `push` sends everything again, and `pull` replaces a crawl in the folder.',
    flag,
  ),
  graceHours: option('Store', ['cache'], 'Leave alone what is younger than this when pruning: a push may be under way.', {
    value: 'HOURS',
    ...wholeNumber(0, 100_000),
    fallback: 24,
  }),
  token: option('Network', ['crawl', 'serve'], 'The API token; `serve --api` asks clients for it too. Environment only.', {
    ...plain,
    value: null,
    schema: z.string().regex(/^[\x21-\x7e]*$/),
    expects: 'a token without spaces',
  }),
  sizes: option<ImageSize[]>('Content', ['crawl', 'bundle'], 'Which picture sizes to copy; the nearest one replaces a missing one.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((size) => size.trim()))
      .pipe(z.array(z.enum(IMAGE_SIZE_NAMES)).min(1)),
    fallback: ['standard', 'medium', 'large'],
    expects: `a list such as standard,large out of ${IMAGE_SIZE_NAMES.join(', ')}`,
  }),
  lang: option<string[]>('Selection', ['crawl', 'pdf', 'bundle'], "Languages besides the service's own, or `all`.", languageList),
  category: option('Selection', ['crawl', 'pdf', 'bundle'], 'Only guides in this category and its subcategories, and what they need.', {
    ...plain,
    value: 'NAME',
  }),
  guide: option<number[]>('Selection', ['pdf', 'bundle'], 'Only the guides with these ids; a bundle in the `html` format is of one.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((id) => id.trim()))
      .pipe(z.array(z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1)))),
    fallback: [],
    expects: 'a list of numbers such as 123,456',
  }),
  includePrivate: option(
    'Content',
    ['crawl', 'build'],
    'Include private guides that the token can read; their pages say so and are marked noindex.',
    flag,
  ),
  full: option('Network', ['crawl', 'check'], 'Look at everything again, changed or not.', flag),
  site: option<string>(
    'Site',
    ['build', 'serve', 'bundle'],
    'The public address of the site, for canonical links, feeds and the sitemap; its path, if it has one, is the base.',
    {
      value: 'URL',
      schema: z.union([z.literal(''), httpUrl]),
      fallback: '',
      expects: 'an http or https address such as https://guides.example.org or https://example.org/guides/',
    },
  ),
  name: option('Site', ['build', 'bundle'], "The name of the site; by default the service's own.", { ...plain, value: 'TEXT' }),
  licence: option('Site', ['build', 'bundle'], 'The licence of the content, such as "CC BY-NC-SA 3.0"; shown on every page.', {
    ...plain,
    value: 'TEXT',
  }),
  licenceUrl: option<string>('Site', ['build', 'bundle'], 'A link to the licence.', {
    value: 'URL',
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
    fallback: '',
    expects: 'an http or https address',
  }),
  fallback: option('Site', ['build', 'bundle'], 'What to do with untranslated pages: `show` them in the source language, or `hide` them.', {
    value: 'WHAT',
    ...choice('show', 'hide'),
  }),
  allowUnreadable: option(
    'Site',
    ['build', 'bundle'],
    'How many records of a kind may be unreadable (beyond the first ten) or lost, in percent; above that the build exits with 1 and the previous site stays.',
    { ...percent, value: 'PERCENT', fallback: 20 },
  ),
  workers: option<number>(
    'Site',
    ['build', 'bundle'],
    'How many processes render pages; 0 means up to one per processor core, depending on memory and the size of the site.',
    { value: 'N', ...wholeNumber(0, 512), fallback: 0 },
  ),
  logo: option('Site', ['build', 'bundle'], 'A picture shown beside the name and as the tab icon, such as logo.svg.', {
    ...plain,
    value: 'FILE',
  }),
  accent: option('Site', ['build', 'bundle'], 'The colour of links and buttons; its dark-mode shade is derived from it.', {
    ...plain,
    value: 'COLOUR',
    schema: z.string().regex(/^(#[0-9a-f]{3}|#[0-9a-f]{6})?$/i),
    expects: 'a colour such as #a83f1b',
  }),
  colours: option('Site', ['build', 'bundle'], 'A JSON file that sets individual colours for light and dark mode.', {
    ...plain,
    value: 'FILE',
  }),
  footer: option('Site', ['build', 'bundle'], 'A line of text for the footer of every page.', { ...plain, value: 'TEXT' }),
  pages: option('Site', ['build', 'bundle'], 'A folder of custom pages in Markdown, such as imprint.md and imprint.de.md.', {
    ...plain,
    value: 'DIR',
  }),
  components: option('Site', ['build', 'bundle'], 'A folder of Astro components that replace ours of the same name.', {
    ...plain,
    value: 'DIR',
  }),
  synonyms: option('Site', ['build', 'bundle'], 'A JSON file of synonyms for the search, in addition to the built-in ones.', {
    ...plain,
    value: 'FILE',
  }),
  words: option('Site', ['build', 'bundle'], 'A folder of translations of the interface, such as cs.json.', { ...plain, value: 'DIR' }),
  emptyCategories: option(
    'Hosts',
    ['build', 'bundle'],
    'What becomes of categories with neither guides nor text: `pages` of their own, or `listed` by name on the page of the category above, which makes fewer files.',
    { value: 'WHAT', ...choice('pages', 'listed') },
  ),
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
