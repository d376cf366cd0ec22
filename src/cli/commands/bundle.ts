import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const bundleCommand = defineCommand({
  name: 'bundle',
  summary: 'Make one file or folder of guides to read offline.',
  options: ['bundle'],
  async run(config, signal) {
    await import('../small-heap.ts')
    const { bundle } = await import('../stages/bundle.ts')
    return conclude({ bundle: await bundle(config, signal) }, config)
  },
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
