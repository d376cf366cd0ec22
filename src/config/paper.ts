import { z } from 'zod'
import { flag, type OptionSpec, option, plain } from './option.ts'

/** The options of `benchbook pdf`. */
export const PAPER = {
  guide: option<number[]>('Selection', ['pdf', 'bundle'], 'Guide ids to print; for a bundle in the `html` format, the one guide.', {
    value: 'LIST',
    schema: z
      .string()
      .transform((text) => text.split(',').map((id) => id.trim()))
      .pipe(z.array(z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1)))),
    fallback: [],
    expects: 'a list of numbers such as 123,456',
  }),
  outPdf: option('Paths', ['pdf'], 'The folder for the PDF files.', { ...plain, value: 'DIR', fallback: 'pdf', expects: 'a folder' }),
  paper: option<'a4' | 'letter'>('PDF', ['pdf'], 'Paper size.', {
    value: 'SIZE',
    schema: z.enum(['a4', 'letter']),
    fallback: 'a4',
    expects: 'a4 or letter',
  }),
  book: option('PDF', ['pdf'], 'Print the guides of a category as one file, with contents and page numbers; one for each language.', flag),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
