import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check a built site: links, pictures, anchors, ids, leaked addresses, damaged and changed files.',
  options: ['check'],
  async run(config, signal) {
    const { check } = await import('../stages/check.ts')
    return conclude({ check: await check(config, signal) }, config)
  },
  more: `
Media files of the site, and of its cache where that is there, are held against
what they were when they were stored. Files of the site that were changed, added or
removed since it was built are found by the list that the build wrote beside it
(dist.sha256).

Examples:
  benchbook check
  benchbook check --out public --json > findings.json

Exit codes: 0 all well · 1 something was found · 2 wrong use · 130 interrupted`,
})
