import { z } from 'zod'
import { IMAGE_SIZE_NAMES, type ImageSize } from '../model/media.ts'
import { COMMANDS, type OptionSpec, option, optionsOf } from './option.ts'
import { address, choice, flag, HTTP, httpUrl, languageList, listOf, matching, percent, text, wholeNumber } from './values.ts'

const READERS = ['crawl', 'build', 'check', 'serve', 'report', 'bundle', 'cache'] as const

const QUEUED = ['crawl', 'fleet', 'worker', 'status'] as const

const ofSite = optionsOf('Site', 'build', 'bundle')
const stored = optionsOf('Store', ...READERS)
const ofStore = optionsOf('Store', 'cache')
const ofWorker = optionsOf('Paths', 'worker')
const selection = optionsOf('Selection', 'crawl', 'pdf', 'bundle')

/** The options that several commands take with the same meaning. */
export const SHARED = {
  cache: option('Paths', READERS, 'The cache: written by a crawl, read by everything else.', text('DIR', 'a folder', 'content-cache')),
  out: option('Paths', ['build', 'check', 'serve', 'pdf'], 'The folder of the built site.', text('DIR', 'a folder', 'dist')),
  store: stored('Object storage that has the cache: it is pulled before, and pushed after a crawl; `--cache s3://…` is short for it.', {
    fallback: '',
    value: 'URL',
    schema: z
      .string()
      .regex(/^$|^s3:\/\/[\w.-]+(?:\/[\w.-]+)*\/?$/)
      .transform((text) => text.replace(/\/$/, '')),
    expects: 'an address such as s3://bucket/prefix',
  }),
  s3Endpoint: stored('The address of the object storage; AWS_ENDPOINT_URL sets it too. Without either it is that of AWS.', {
    value: 'URL',
    schema: httpUrl,
    fallback: '',
    expects: 'an http or https address such as https://s3.example.org',
  }),
  storeSite: option(
    'Store',
    ['build', 'check', 'serve'],
    'The store has the site too, by the name of its folder: it is pulled where the folder is missing, and pushed after a build.',
    flag,
  ),
  queue: option<string>(
    'Store',
    QUEUED,
    'The Redis or PostgreSQL through which workers get their jobs, and crawls take turns at a host.',
    address(
      z.url({ protocol: /^(?:rediss?|postgres(?:ql)?)$/ }),
      'an address such as redis://127.0.0.1:6379 or postgres://user:password@host/database',
    ),
  ),
  work: ofWorker('The folder for the working copies of caches and sites.', text('DIR', 'a folder', 'benchbook-work')),
  publish: ofWorker(
    'A program that gets the folder of a site and the name of its service, after each night without findings.',
    text('FILE'),
  ),
  metrics: option(
    'Output',
    ['crawl', 'build', 'serve', 'worker'],
    'Answer Prometheus at this address while the command runs; a port alone is one of 127.0.0.1.',
    {
      value: 'ADDRESS',
      schema: z
        .string()
        .regex(/^$|^(?:[\w.-]+:|\[[\da-f:.]+\]:)?\d{1,5}$/i)
        .refine((text) => Number(text.split(':').at(-1)) < 65_536),
      fallback: '',
      expects: 'an address and a port such as 127.0.0.1:9464',
    },
  ),
  replace: ofStore('Replace what is there: `push` sends everything again, and `pull` replaces a crawl in the folder.', flag),
  graceHours: ofStore('Leave alone what is younger than this when pruning: a push may be under way.', wholeNumber('HOURS', 0, 100_000, 24)),
  token: option('Network', ['crawl', 'serve'], 'The API token; `serve --api` asks clients for it too. Environment only.', {
    ...matching('', /^[\x21-\x7e]*$/, 'a token without spaces'),
    value: null,
  }),
  sizes: option<ImageSize[]>('Content', ['crawl', 'bundle'], 'Which picture sizes to copy; the nearest one replaces a missing one.', {
    ...listOf(z.enum(IMAGE_SIZE_NAMES)),
    fallback: ['standard', 'medium', 'large'],
    expects: `a list such as standard,large out of ${IMAGE_SIZE_NAMES.join(', ')}`,
  }),
  lang: selection<string[]>("Languages besides the service's own, or `all`.", languageList),
  category: selection('Only guides in this category and its subcategories, and what they need.', text('NAME')),
  guide: option<number[]>('Selection', ['pdf', 'bundle'], 'Only the guides with these ids; a bundle in the `html` format is of one.', {
    ...listOf(z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1))),
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
    address(httpUrl, 'an http or https address such as https://guides.example.org or https://example.org/guides/'),
  ),
  name: ofSite("The name of the site; by default the service's own.", text('TEXT')),
  licence: ofSite('The licence of the content, such as "CC BY-NC-SA 3.0"; shown on every page.', text('TEXT')),
  licenceUrl: ofSite<string>('A link to the licence.', address(HTTP, 'an http or https address')),
  fallback: ofSite('What to do with untranslated pages: `show` them in the source language, or `hide` them.', {
    value: 'WHAT',
    ...choice('show', 'hide'),
  }),
  allowUnreadable: ofSite(
    'How many records of a kind may be unreadable (beyond the first ten) or lost, in percent; above that the build exits with 1 and the previous site stays.',
    percent(20),
  ),
  workers: ofSite<number>(
    'How many processes render pages; 0 means up to one per processor core, depending on memory and the size of the site.',
    wholeNumber('N', 0, 512, 0),
  ),
  logo: ofSite('A picture shown beside the name and as the tab icon, such as logo.svg.', text('FILE')),
  accent: ofSite(
    'The colour of links and buttons; its dark-mode shade is derived from it.',
    matching('COLOUR', /^(#[0-9a-f]{3}|#[0-9a-f]{6})?$/i, 'a colour such as #a83f1b'),
  ),
  colours: ofSite('A JSON file that sets individual colours for light and dark mode.', text('FILE')),
  footer: ofSite('A line of text for the footer of every page.', text('TEXT')),
  pages: ofSite('A folder of custom pages in Markdown, such as imprint.md and imprint.de.md.', text('DIR')),
  components: ofSite('A folder of Astro components that replace the built-in ones of the same name.', text('DIR')),
  synonyms: ofSite('A JSON file of synonyms for the search, in addition to the built-in ones.', text('FILE')),
  words: ofSite('A folder of translations of the interface, such as cs.json.', text('DIR')),
  emptyCategories: option(
    'Hosts',
    ['build', 'bundle'],
    'How to publish categories with neither guides nor text: `pages` of their own, or `listed` by name on the page of the category above, which makes fewer files.',
    { value: 'WHAT', ...choice('pages', 'listed') },
  ),
  summary: option(
    'Output',
    ['crawl', 'report'],
    'Append the report as Markdown to this file, such as a CI job summary.',
    text('FILE', 'a file'),
  ),
  quiet: option('Output', ['crawl', 'build', 'check', 'pdf', 'bundle', 'cache', 'fleet', 'worker'], 'Print errors only.', flag),
  json: option(
    'Output',
    ['crawl', 'build', 'check', 'serve', 'report', 'pdf', 'bundle', 'cache', 'fleet', 'status'],
    'Print JSON instead of text, one object per line.',
    flag,
  ),
  debug: option('Output', COMMANDS, 'Print stack traces.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
