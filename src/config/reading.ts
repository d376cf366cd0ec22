import { z } from 'zod'
import { byteSize, choice, flag, listOf, type OptionSpec, option, part, text, wholeNumber } from './option.ts'

/** The options of `benchbook check`. */
export const CHECKING = {
  part: option<string>(
    'Network',
    ['check'],
    'Read again this part of the files that have not changed since the last check, such as 3/7.',
    part,
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

/** The options of `benchbook serve`. */
export const SERVING = {
  api: option('Serving', ['serve'], 'Also serve the cache as a read-only Content API 2.0.', flag),
  port: option('Serving', ['serve'], 'The port to listen on.', wholeNumber('PORT', 0, 65_535, 4321)),
  host: option('Serving', ['serve'], 'The address to listen on; anything but the default is reachable by others.', {
    value: 'ADDRESS',
    schema: z.string().regex(/^[\w.:-]+$/),
    fallback: '127.0.0.1',
    expects: 'an address such as 0.0.0.0',
  }),
  hostName: option<string[]>(
    'Serving',
    ['serve'],
    "Host names to answer to, besides this machine's and that of `--site`; others are refused.",
    { ...listOf(z.string().regex(/^[\w.-]+$/)), expects: 'a list of names such as guides.example.org,workshop' },
  ),
  public: option('Serving', ['serve'], 'Let others reach a site whose service requires a token.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

/** The options of `benchbook pdf`. */
export const PAPER = {
  outPdf: option('Paths', ['pdf'], 'The folder for the PDF files.', text('DIR', 'a folder', 'pdf')),
  paper: option('PDF', ['pdf'], 'Paper size: a4 or letter.', { value: 'SIZE', ...choice('a4', 'letter') }),
} satisfies Record<string, OptionSpec<never> | OptionSpec>

/** The options of `benchbook bundle`. */
export const BUNDLING = {
  bundleOut: option('Paths', ['bundle'], 'The file or folder to make; a file gets the extension of its format.', {
    ...text('FILE', 'a file or folder', 'bundle'),
    flag: '--out',
  }),
  update: option('Paths', ['bundle'], 'An earlier bundle: also make a delta, with which `benchbook apply` brings it up to date.', {
    value: 'FILE',
    schema: z.string().regex(/^$|.\.zi[pm]$/i),
    fallback: '',
    expects: 'a file such as old/guides.zip',
  }),
  format: option('Bundle', ['bundle'], 'What to make: one file (`zip`, or `zim` for Kiwix), a `folder`, or one guide as `html`.', {
    value: 'FORMAT',
    ...choice('zip', 'zim', 'folder', 'html'),
  }),
  maxSize: option<number>('Bundle', ['bundle'], 'The largest bundle to write, such as 4GB; 0 means no limit.', {
    value: 'SIZE',
    ...byteSize,
  }),
  fullText: option('Bundle', ['bundle'], "Also put an index for the reader's own search into a ZIM archive; needs zimwriterfs.", flag),
  sign: option('Bundle', ['bundle'], 'Sign the bundle with this secret key of minisign or ssh-keygen.', text('FILE', 'a file')),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
