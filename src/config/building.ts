import { z } from 'zod'
import { choice, httpUrl, type Knob, knob, plain } from './knob.ts'

/** The knobs of `benchbook build`. */
export const BUILDING = {
  site: knob<string>('Site', ['build', 'serve'], 'The address where the site will stand, for links that name it in full.', {
    value: 'URL',
    schema: z.union([z.literal(''), httpUrl]),
    fallback: '',
    expects: 'an http or https address such as https://guides.example.org',
  }),
  base: knob<string>('Site', ['build'], 'The path below which the site will stand.', {
    value: 'PATH',
    schema: z.string().regex(/^\/([\w.~-]+\/?)*$/),
    fallback: '/',
    expects: 'a path that starts with a slash, such as /guides/',
  }),
  name: knob('Site', ['build'], "The site's name; default: what the service calls itself.", { ...plain, value: 'TEXT' }),
  licence: knob('Site', ['build'], 'The licence of the content, in words such as "CC BY-NC-SA 3.0"; every page shows it.', {
    ...plain,
    value: 'TEXT',
  }),
  licenceUrl: knob<string>('Site', ['build'], 'The address of that licence.', {
    value: 'URL',
    schema: z.union([z.literal(''), httpUrl]),
    fallback: '',
    expects: 'an http or https address',
  }),
  fallback: knob('Site', ['build'], 'What becomes of an untranslated page in the other languages: `show` the source or `hide` it.', {
    value: 'WHAT',
    ...choice('show', 'hide'),
  }),
  words: knob('Site', ['build'], 'A folder of words of your own for the interface, such as cs.json.', { ...plain, value: 'DIR' }),
} satisfies Record<string, Knob<never> | Knob>
