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
Set BENCHBOOK_TOKEN for a service that needs a token. An interrupted crawl continues
where it stopped; a site is only built from a finished crawl.

Examples:
  benchbook crawl --source https://www.ifixit.com --contact you@example.org
  benchbook crawl --source https://repair.example.com --media pictures
  BENCHBOOK_TOKEN=… benchbook crawl --source https://team.dozuki.com --concurrency 4

Exit codes: 0 success · 1 more failed than --max-failed allows,
              a list shrank too much, or a limit was reached
            2 wrong use or configuration · 130 interrupted`,
})
