import { z } from 'zod'
import { choice, flag, httpUrl, type OptionSpec, option, plain } from './option.ts'

/** The options of `benchbook build`. */
export const BUILDING = {
  site: option<string>('Site', ['build', 'serve'], 'The address where the site will stand, for links that name it in full.', {
    value: 'URL',
    schema: z.union([z.literal(''), httpUrl]),
    fallback: '',
    expects: 'an http or https address such as https://guides.example.org',
  }),
  base: option<string>('Site', ['build'], 'The path below which the site will stand.', {
    value: 'PATH',
    schema: z.string().regex(/^\/((?!\.{1,2}(\/|$))[\w.~-]+(\/|$))*$/),
    fallback: '/',
    expects: 'a path that starts with a slash, such as /guides/',
  }),
  name: option('Site', ['build'], "The site's name; default: what the service calls itself.", { ...plain, value: 'TEXT' }),
  licence: option('Site', ['build'], 'The licence of the content, in words such as "CC BY-NC-SA 3.0"; every page shows it.', {
    ...plain,
    value: 'TEXT',
  }),
  licenceUrl: option<string>('Site', ['build'], 'The address of that licence.', {
    value: 'URL',
    schema: z.union([z.literal(''), httpUrl]),
    fallback: '',
    expects: 'an http or https address',
  }),
  fallback: option('Site', ['build'], 'What becomes of an untranslated page in the other languages: `show` the source or `hide` it.', {
    value: 'WHAT',
    ...choice('show', 'hide'),
  }),
  linkMedia: option(
    'Site',
    ['build'],
    'Make media hard links to the cache instead of copies: nothing may ever write to the site then.',
    flag,
  ),
  logo: option('Site', ['build'], 'A picture that stands before the name and in the tab, such as logo.svg.', { ...plain, value: 'FILE' }),
  accent: option('Site', ['build'], 'The colour of links and buttons; a shade for the dark scheme is made of it.', {
    ...plain,
    value: 'COLOUR',
    schema: z.string().regex(/^(#[0-9a-f]{3}|#[0-9a-f]{6})?$/i),
    expects: 'a colour such as #a83f1b',
  }),
  colours: option('Site', ['build'], 'A JSON file of single colours, for light and dark.', { ...plain, value: 'FILE' }),
  footer: option('Site', ['build'], 'A sentence for the foot of every page.', { ...plain, value: 'TEXT' }),
  pages: option('Site', ['build'], 'A folder of pages of your own in Markdown, such as imprint.md and imprint.de.md.', {
    ...plain,
    value: 'DIR',
  }),
  components: option('Site', ['build'], 'A folder of components that take the place of those of the same name.', {
    ...plain,
    value: 'DIR',
  }),
  synonyms: option('Site', ['build'], 'A JSON file of words that the search takes for the same, besides those that it knows.', {
    ...plain,
    value: 'FILE',
  }),
  words: option('Site', ['build'], 'A folder of words of your own for the interface, such as cs.json.', { ...plain, value: 'DIR' }),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
