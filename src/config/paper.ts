import { choice, type OptionSpec, option, plain } from './option.ts'

/** The options of `benchbook pdf`. */
export const PAPER = {
  outPdf: option('Paths', ['pdf'], 'The folder for the PDF files.', { ...plain, value: 'DIR', fallback: 'pdf', expects: 'a folder' }),
  paper: option('PDF', ['pdf'], 'Paper size.', { value: 'SIZE', ...choice('a4', 'letter') }),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
