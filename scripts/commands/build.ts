import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const buildCommand = defineCommand({
  name: 'build',
  summary: 'Make a static site, with its search, from a finished crawl.',
  options: ['build'],
  async run(config, signal) {
    const { build } = await import('../stages/build.ts')
    return conclude({ build: await build(config, signal) }, config)
  },
  more: `
The folder of the site is replaced as a whole when the new site is ready; until
then it stays as it is.

Examples:
  benchbook build --site https://guides.example.org
  benchbook build --cache content-cache --out public --base /guides/
  benchbook build --api      (the API's answers as files below api/2.0)
  benchbook build --name "Repair at our place" --licence "CC BY-NC-SA 3.0"

Exit codes: 0 all well · 1 the site is there, but a record cannot be shown,
              or a media file is damaged
            2 wrong use or configuration · 130 interrupted`,
})
