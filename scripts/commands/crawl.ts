import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const crawlCommand = defineCommand({
  name: 'crawl',
  summary: 'Copy a service into the cache: guides, categories, wikis, people, media.',
  options: ['crawl'],
  async run(config, signal) {
    await import('../small-heap.ts')
    const { crawl } = await import('../stages/crawl.ts')
    return conclude({ crawl: await crawl(config, signal) }, config)
  },
  more: `
A service that wants a token gets it from BENCHBOOK_TOKEN. A crawl that was cut
short goes on where it stopped; a site is built from a finished one only.

Examples:
  benchbook crawl --source https://www.ifixit.com --contact you@example.org
  benchbook crawl --source https://repair.example.com --media pictures
  BENCHBOOK_TOKEN=… benchbook crawl --source https://team.dozuki.com --concurrency 4

Exit codes: 0 all well · 1 more failed than --max-failed allows
            2 wrong use or configuration · 130 interrupted`,
})
