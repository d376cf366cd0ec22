import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const buildCommand = defineCommand({
  name: 'build',
  summary: 'Build the static site and its search index from a finished crawl.',
  options: ['build'],
  async run(config, signal) {
    await import('../small-heap.ts')
    const { build } = await import('../stages/build.ts')
    return conclude({ build: await build(config, signal) }, config)
  },
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
