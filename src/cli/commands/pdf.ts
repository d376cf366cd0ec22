import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const pdfCommand = defineCommand({
  name: 'pdf',
  summary: 'Print guides of a built site as tagged PDF files.',
  options: ['pdf'],
  async run(config, signal) {
    const { pdf } = await import('../stages/pdf.ts')
    return conclude({ pdf: await pdf(config, signal) }, config)
  },
  more: `
Each file looks like the guide's page when printed. Build the site with --site to
include the page's address and QR code.

Printing needs Chrome or Chromium: the one in CHROME_PATH, or else an installed one,
or else the one among Benchbook's packages (Linux on x64).

Examples:
  benchbook pdf --guide 123
  benchbook pdf --guide 123,124 --lang de,fr --out-pdf handouts
  benchbook pdf --category Toaster --paper letter

Exit codes: 0 success · 1 a page could not be printed
            2 wrong use, or there is no browser · 130 interrupted`,
})
