import { UsageError } from '../../errors.ts'
import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check a built site: links, pictures, anchors, ids, leaked addresses, damaged and changed files.',
  options: ['check'],
  async run(config, signal) {
    if (config.full && config.part)
      throw new UsageError('`full` reads all files again, `part` a part. Leave out one of the two.', { code: 'ERR_OPTION', option: 'part' })
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
