import { z } from 'zod'
import { type OptionSpec, option, optionsOf } from './option.ts'
import { byteSize, choice, flag, listOf, matching, part, text, wholeNumber } from './values.ts'

/** The options of `benchbook check`. */
export const CHECKING = {
  part: option<string>(
    'Network',
    ['check'],
    'Read again this part of the files that have not changed since the last check, such as 3/7.',
    part,
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

const serving = optionsOf('Serving', 'serve')

/** The options of `benchbook serve`. */
export const SERVING = {
  api: serving('Also serve the cache as a read-only Content API 2.0.', flag),
  port: serving('The port to listen on.', wholeNumber('PORT', 0, 65_535, 4321)),
  host: serving(
    'The address to listen on; anything but the default is reachable by others.',
    matching('ADDRESS', /^[\w.:-]+$/, 'an address such as 0.0.0.0', '127.0.0.1'),
  ),
  hostName: serving<string[]>("Host names to answer to, besides this machine's and that of `--site`; others are refused.", {
    ...listOf(z.string().regex(/^[\w.-]+$/)),
    expects: 'a list of names such as guides.example.org,workshop',
  }),
  public: serving('Let others reach a site whose service requires a token.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

/** The options of `benchbook pdf`. */
export const PAPER = {
  outPdf: option('Paths', ['pdf'], 'The folder for the PDF files.', text('DIR', 'a folder', 'pdf')),
  paper: option('PDF', ['pdf'], 'Paper size: a4 or letter.', { value: 'SIZE', ...choice('a4', 'letter') }),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

const bundle = optionsOf('Bundle', 'bundle')

/** The options of `benchbook bundle`. */
export const BUNDLING = {
  bundleOut: option('Paths', ['bundle'], 'The file or folder to make; a file gets the extension of its format.', {
    ...text('FILE', 'a file or folder', 'bundle'),
    flag: '--out',
  }),
  update: option(
    'Paths',
    ['bundle'],
    'An earlier bundle: also make a delta, with which `benchbook apply` brings it up to date.',
    matching('FILE', /^$|.\.zi[pm]$/i, 'a file such as old/guides.zip'),
  ),
  format: bundle('What to make: one file (`zip`, or `zim` for Kiwix), a `folder`, or one guide as `html`.', {
    value: 'FORMAT',
    ...choice('zip', 'zim', 'folder', 'html'),
  }),
  maxSize: bundle<number>('The largest bundle to write, such as 4GB; 0 means no limit.', {
    value: 'SIZE',
    ...byteSize,
  }),
  fullText: bundle("Also put an index for the reader's own search into a ZIM archive; needs zimwriterfs.", flag),
  sign: bundle('Sign the bundle with this secret key of minisign or ssh-keygen.', text('FILE', 'a file')),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
