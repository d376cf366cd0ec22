import { resolve } from 'node:path'
import { userCwd } from '../../config.ts'
import { wrongOption } from '../../errors.ts'
import { defineCommand } from '../command.ts'
import { configOf } from '../configuration.ts'
import { conclude } from '../stages/outcome.ts'

export const buildCommand = defineCommand({
  name: 'build',
  summary: 'Build the static site and its search index from a finished crawl.',
  options: ['build'],
  run: async (config, signal) => conclude({ build: await (await import('../stages/build.ts')).build(config, signal) }, config),
  more: `
The old site stays in place until the new one is complete, and is then replaced
as a whole.

Examples:
  benchbook build --site https://guides.example.org
  benchbook build --cache content-cache --out public --base /guides/
  benchbook build --shard 3/8 --out shard-3      (see "benchbook merge")
  benchbook build --api-files      (the API's answers as files below api/2.0)
  benchbook build --name "Repair at our place" --licence "CC BY-NC-SA 3.0"

Exit codes: 0 success · 1 built, but a record cannot be shown or a
              media file is damaged
            2 wrong use or configuration · 130 interrupted`,
})

export const mergeCommand = defineCommand({
  name: 'merge',
  summary: 'Make one site of the shards that "benchbook build --shard" built.',
  options: ['build'],
  without: ['shard'],
  async run(config, signal, _flags, folders) {
    const whole = folders.map((folder) => resolve(userCwd(), folder))
    const { build } = await import('../stages/build.ts')
    return conclude({ merge: await build({ ...config, shard: '' }, signal, whole) }, config)
  },
  more: `
The options and the cache are those of the shards. The result is what one build
would make. Files are taken from the shards, and the old site stays in place
until the new one is complete.

Examples:
  benchbook build --shard 1/2 --out shard-1
  benchbook build --shard 2/2 --out shard-2
  benchbook merge shard-1 shard-2 --out dist

Exit codes: 0 success · 1 merged, but a record cannot be shown or a
              media file is damaged
            2 wrong use or configuration, or shards that do not belong
              together · 130 interrupted`,
})
  .usage('<shard>... [options]')
  .argument('<shard...>', 'The folder of a shard, beside which its .sha256 and .state lie; each shard once.')

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Crawl, build and check: what a nightly job runs.',
  options: ['crawl', 'build', 'check'],
  without: ['shard'],
  async run(config, signal, flags) {
    const ownOf = async (command: 'crawl' | 'build' | 'check') => (await configOf(flags, [command])).config
    const building = { ...(await ownOf('build')), shard: '' }
    const { build } = await import('../stages/build.ts')
    const { refuseOverlap } = await import('../../build.ts')
    const { check } = await import('../stages/check.ts')
    const { crawl } = await import('../stages/crawl.ts')
    const { addToSummary } = await import('../stages/report.ts')
    const { siteInMarkdown } = await import('../terminal/findings.ts')
    const { loopbackSiteWarning } = await import('../../publish/loopback.ts')
    const { readOperatorFiles } = await import('../../build/operator-files.ts')
    // Fails before the crawl if the build or the check could not succeed after it.
    refuseOverlap(building)
    await readOperatorFiles(building)
    const onThisMachine = loopbackSiteWarning(building.site)
    if (onThisMachine) throw wrongOption('site', onThisMachine)
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

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check a built site: links, pictures, anchors, ids, leaked addresses, damaged and changed files.',
  options: ['check'],
  async run(config, signal) {
    if (config.full && config.part) throw wrongOption('part', '`full` reads all files again, `part` a part. Leave out one of the two.')
    const { check } = await import('../stages/check.ts')
    return conclude({ check: await check(config, signal) }, config)
  },
  more: `
Media files of the site and of its cache, if present, are compared with their stored
hashes. Files changed, added or removed since the build are found by the list that
the build wrote next to the site: dist.sha256 for dist. Files whose size and time have
not changed since the last check (dist.checked) are not read again, unless --full is
given. --part 3/7 reads a seventh of them again instead: with another one each night,
all in a week.

Examples:
  benchbook check
  benchbook check --part $(date +%u)/7
  benchbook check --out public --json > findings.json

Exit codes: 0 success · 1 problems found · 2 wrong use · 130 interrupted`,
})

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve a built site on this machine, or its cache as a Content API.',
  options: ['serve'],
  async run(config, signal) {
    if (config.api) await import('../small-heap.ts')
    const { serve } = await import('../stages/serve.ts')
    return serve(config, signal)
  },
  more: `
Examples:
  benchbook serve
  benchbook serve --out public --port 8080
  benchbook serve --api      (the cache as Content API 2.0 below
                              http://localhost:4321/api/2.0; no site is needed)
  benchbook serve --api --host 0.0.0.0 --site https://guides.example.org
                             (for others, behind a proxy at that address)

Exit codes: 0 stopped · 2 wrong use, or the port is in use`,
})

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Show the site of a cache while you work on its looks, words and pages.',
  options: ['build', 'serve'],
  without: ['shard', 'metrics'],
  run: async ({ json }, signal, flags) =>
    (await import('../stages/dev.ts')).dev(() => configOf(flags, ['build', 'serve']), { json, signal }),
  more: `
Pages are rendered when a browser requests them. They reload when the configuration
file, or your logo, colours, components, words or pages change, and when a crawl
finishes. The search is that of the last build.

Example:
  benchbook dev --accent "#0b6e4f" --pages pages/

Exit codes: 0 stopped · 2 wrong use, no finished crawl, or the port is in use`,
})
