import { Option } from 'commander'
import { OPTIONS } from '../../config/options.ts'
import { defineCommand, plainCommand } from '../command.ts'
import { exitCodeOf, interruptSignal } from '../exit-code.ts'
import type { ApplyFlags } from '../stages/apply.ts'
import { conclude } from '../stages/outcome.ts'

export const bundleCommand = defineCommand({
  name: 'bundle',
  summary: 'Make one file or folder of guides to read offline.',
  options: ['bundle'],
  hasSmallHeap: true,
  run: async (config, signal) => conclude({ bundle: await (await import('../stages/bundle.ts')).bundle(config, signal) }, config),
  more: `
A bundle holds everything that its pages show, and its search. Unpack a zip file
and open index.html; open a ZIM file in a Kiwix reader. The file is named as --out
says, with the format's extension. With --update it also makes a delta, with which
"benchbook apply" brings that earlier bundle up to date.
In the html format a bundle is one guide with its prerequisites, and opens in any
browser.

Examples:
  benchbook bundle --out guides
  benchbook bundle --format zim --out guides.zim
  benchbook bundle --category Phone --sizes medium --out phones --max-size 4GB
  benchbook bundle --out new/guides --update guides.zip
  benchbook bundle --guide 123 --format html --out kettle
  benchbook bundle --sign ~/.minisign/minisign.key

Exit codes: 0 success · 1 made, but a record cannot be shown or a media
              file is damaged; or the bundle would be larger than --max-size
            2 wrong use or configuration · 130 interrupted`,
})

/** It has no configuration: two files are all it needs. */
export const applyCommand = plainCommand({
  name: 'apply',
  summary: 'Bring a bundle up to date with the delta of a newer one.',
  usage: '<delta> <old> [options]',
  more: `
The new bundle is byte for byte the one that the delta was made with. Nothing is
replaced until it is complete and its SHA-256 matches.

Examples:
  benchbook apply guides.delta.zip guides.zip
  benchbook apply guides.zim.delta.zip guides.zim --out new/guides.zim

Exit codes: 0 success · 1 the delta is damaged
            2 wrong use, or the delta is for another bundle · 130 interrupted
`,
})
  .argument('<delta>', 'The delta that "benchbook bundle --update" made.')
  .argument('<old>', 'The bundle that it was made for; the new one takes its place.')
  .addOption(new Option('--out <FILE>', 'Write the new bundle to this file, and keep the old one.').helpGroup('Paths:'))
  .action(async (delta: string, old: string, flags: ApplyFlags) => {
    const work = async () => (await import('../stages/apply.ts')).apply(delta, old, flags, interruptSignal())
    process.exitCode = await exitCodeOf(work, () => flags)
  })
for (const name of ['quiet', 'json', 'debug'] as const)
  applyCommand.addOption(new Option(`--${name}`, OPTIONS[name].text).helpGroup('Output:'))

export const pdfCommand = defineCommand({
  name: 'pdf',
  summary: 'Print guides of a built site as tagged PDF files, or a category as one.',
  options: ['pdf'],
  run: async (config, signal) => conclude({ pdf: await (await import('../stages/pdf.ts')).pdf(config, signal) }, config),
  more: `
Each guide of --guide becomes a file; all guides of --category become one, with
contents, tools and parts added up, and prerequisites. Build the site with --site to
include the address and QR code of each guide.

Printing needs Chrome or Chromium: the one in CHROME_PATH, or else an installed one,
or else the one among Benchbook's packages (Linux on x64).

Examples:
  benchbook pdf --guide 123
  benchbook pdf --guide 123,124 --lang de,fr --out-pdf handouts
  benchbook pdf --category Toaster --paper letter

Exit codes: 0 success · 1 a page could not be printed
            2 wrong use, or there is no browser · 130 interrupted`,
})
