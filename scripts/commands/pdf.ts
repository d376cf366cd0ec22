import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const pdfCommand = defineCommand({
  name: 'pdf',
  summary: 'Make tagged PDF files of guides of a built site.',
  options: ['pdf'],
  async run(config, signal) {
    const { pdf } = await import('../stages/pdf.ts')
    return conclude({ pdf: await pdf(config, signal) }, config)
  },
  more: `
A file looks as the guide's page does on paper. Build with --site, so that it
has the page's address and its QR code.

The work is done by Chrome or Chromium: the one that CHROME_PATH names, else an
installed one, else the one among Benchbook's packages (Linux on x64).

Examples:
  benchbook pdf --guide 123
  benchbook pdf --guide 123,124 --lang de,fr --out-pdf handouts
  benchbook pdf --category Toaster --paper letter

Exit codes: 0 all well · 1 a page could not be printed
            2 wrong use, or there is no browser · 130 interrupted`,
})
