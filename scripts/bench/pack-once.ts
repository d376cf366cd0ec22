import { join } from 'node:path'
import '../../src/cli/small-heap.ts'
import { packSite } from '../../src/bundle/pack.ts'

/** Packs a built site once, in a child process: `pack-once.ts FORMAT SITE FILE`. */
const [format = '', site = '', path = ''] = process.argv.slice(2)
const about = {
  ...{ name: 'repair.example_en', title: 'Repair', description: 'Repair guides', languages: ['en'], flavour: '', tags: [] },
  ...{ creator: 'Repair', publisher: 'Benchbook', scraper: 'Benchbook', source: 'https://repair.example', licence: '' },
  date: new Date('2026-01-01'),
}
await packSite({
  format: format === 'zim' ? 'zim' : 'zip',
  site,
  path,
  maxBytes: 0,
  about,
  illustration: join(site, 'apple-touch-icon.png'),
  redirects: [],
})
