import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const bundleCommand = defineCommand({
  name: 'bundle',
  summary: 'Make one file or folder of guides to read without a network.',
  options: ['bundle'],
  async run(config, signal) {
    await import('../small-heap.ts')
    const { bundle } = await import('../stages/bundle.ts')
    return conclude({ bundle: await bundle(config, signal) }, config)
  },
  more: `
A bundle holds everything that its pages show, and its search. Unpack a zip file
and open index.html; open a ZIM file in a Kiwix reader. The file has the name that
--out gives, with the format's ending. With --since a delta is made as well, which
"benchbook apply" brings that earlier bundle up to date with.
As html a bundle is one guide, with what is to be done before it, and opens in any
browser.

Examples:
  benchbook bundle --out guides
  benchbook bundle --format zim --out guides.zim
  benchbook bundle --category Phone --sizes medium --out phones --max-size 4GB
  benchbook bundle --out new/guides --since guides.zip
  benchbook bundle --guide 123 --format html --out kettle
  benchbook bundle --sign ~/.minisign/minisign.key

Exit codes: 0 success · 1 made, but a record cannot be shown or a media
              file is damaged; or the bundle would be larger than --max-size
            2 wrong use or configuration · 130 interrupted`,
})
