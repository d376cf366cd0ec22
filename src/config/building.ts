import { z } from 'zod'
import { choice, flag, httpUrl, onByDefault, type OptionSpec, option, part, percent, plain, wholeNumber } from './option.ts'

/** The options of `benchbook build`. */
export const BUILDING = {
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
  base: option<string>('Site', ['build'], 'The path that the site is served under; by default that of `--site`.', {
    value: 'PATH',
    schema: z.string().regex(/^\/((?!\.{1,2}(\/|$))[\w.~-]+(\/|$))*$/),
    fallback: '/',
    expects: 'a path that starts with a slash, such as /guides/',
  }),
  links: option(
    'Site',
    ['build'],
    'How pages link to each other: from the `root` of the host, or `relative`, so that the site works in any folder, and opened from a disk without a server.',
    { value: 'HOW', ...choice('root', 'relative') },
  ),
  socialPictures: option(
    'Site',
    ['build'],
    'Draw a preview of each guide for links on social networks: its title over its picture. Needs `--site`; each guide takes a fifth of a second of CPU, once.',
    flag,
  ),
  app: option(
    'Site',
    ['build'],
    'No app: nothing can be installed or kept offline, and service workers that earlier builds registered remove themselves.',
    onByDefault,
  ),
  name: option('Site', ['build', 'bundle'], "The name of the site; by default the service's own.", { ...plain, value: 'TEXT' }),
  licence: option('Site', ['build', 'bundle'], 'The licence of the content, such as "CC BY-NC-SA 3.0"; shown on every page.', {
    ...plain,
    value: 'TEXT',
  }),
  licenceUrl: option<string>('Site', ['build', 'bundle'], 'A link to the licence.', {
    value: 'URL',
    schema: z.union([z.literal(''), httpUrl]),
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
  shard: option<string>(
    'Site',
    ['build'],
    'Build only this shard of the site, such as 3/8, into a folder of its own; `benchbook merge` makes the site of all shards.',
    part,
  ),
  ifChanged: option(
    'Site',
    ['build'],
    'Build only if the content of the cache, an option, one of your files or Benchbook has changed since the last build.',
    flag,
  ),
  renderAll: option('Site', ['build'], 'Render all pages, even those that would not change.', flag),
  explain: option('Site', ['build'], 'Say why a page, such as /guide/12/, is rendered or kept.', { ...plain, value: 'PATH' }),
  linkMedia: option('Site', ['build'], 'Hard-link media to the cache instead of copying; nothing may then write to the site.', flag),
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
} satisfies Record<string, OptionSpec<never> | OptionSpec>
