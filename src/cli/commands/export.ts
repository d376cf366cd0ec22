import { UsageError } from '../../errors.ts'
import { configOf } from '../configuration.ts'
import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Crawl, build and check: what a nightly job runs.',
  options: ['crawl', 'build', 'check'],
  without: ['shard'],
  async run(config, signal, flags) {
    const ownOf = async (command: 'crawl' | 'build' | 'check') => (await configOf(flags, [command])).config
    const building = { ...(await ownOf('build')), shard: '' }
    await import('../small-heap.ts')
    const { build } = await import('../stages/build.ts')
    const { refuseOverlap } = await import('../../build.ts')
    const { check } = await import('../stages/check.ts')
    const { crawl } = await import('../stages/crawl.ts')
    const { addToSummary } = await import('../stages/report.ts')
    const { siteInMarkdown } = await import('../terminal/site.ts')
    const { loopbackSiteWarning } = await import('../../publish/loopback.ts')
    const { readOperatorFiles } = await import('../../build/operator-files.ts')
    // Fails before the crawl if the build or the check could not succeed after it.
    refuseOverlap(building)
    await readOperatorFiles(building)
    const onThisMachine = loopbackSiteWarning(building.site)
    if (onThisMachine) throw new UsageError(onThisMachine, { code: 'ERR_OPTION', option: 'site' })
    const crawled = await crawl(await ownOf('crawl'), signal)
    const built = await build(building, signal)
    const checked = await check(await ownOf('check'), signal)
    await addToSummary(config, siteInMarkdown(built.report, checked.report))
    return conclude({ crawl: crawled, build: built, check: checked }, config)
  },
  more: `
Examples:
  benchbook export --source https://www.ifixit.com --contact you@example.org
  benchbook export --source https://repair.example.com --json > report.json

Exit codes: 0 success · 2 wrong use or configuration · 130 interrupted
            1 more failed than --max-failed allows, a list shrank too much, a limit
              was reached, a record cannot be shown, a media file is damaged,
              or the check found problems`,
})
