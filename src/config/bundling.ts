import { z } from 'zod'
import { byteSize, choice, flag, type OptionSpec, optionsOf, text } from './option.ts'

const option = optionsOf('bundle')

/** The options of `benchbook bundle`. */
export const BUNDLING = {
  bundleOut: option('Paths', 'The file or folder to make; a file gets the extension of its format.', {
    ...text('FILE', 'a file or folder', 'bundle'),
    flag: '--out',
  }),
  update: option('Paths', 'An earlier bundle: also make a delta, with which `benchbook apply` brings it up to date.', {
    value: 'FILE',
    schema: z.string().regex(/^$|.\.zi[pm]$/i),
    fallback: '',
    expects: 'a file such as old/guides.zip',
  }),
  format: option('Bundle', 'What to make: one file (`zip`, or `zim` for Kiwix), a `folder`, or one guide as `html`.', {
    value: 'FORMAT',
    ...choice('zip', 'zim', 'folder', 'html'),
  }),
  maxSize: option<number>('Bundle', 'The largest bundle to write, such as 4GB; 0 means no limit.', {
    value: 'SIZE',
    ...byteSize,
  }),
  fullText: option('Bundle', "Also put an index for the reader's own search into a ZIM archive; needs zimwriterfs.", flag),
  sign: option('Bundle', 'Sign the bundle with this secret key of minisign or ssh-keygen.', text('FILE', 'a file')),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
