import { defineCommand } from '../command.ts'

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'Show what became of everything in the last finished crawl.',
  options: ['report'],
  async run(config) {
    const { report } = await import('../stages/report.ts')
    return report(config)
  },
  more: `
The report is Markdown; --json prints report.json, which has every entry.
docs/report.md explains the fields.

Examples:
  benchbook report
  benchbook report --json | jq .failures
  benchbook report --summary "$GITHUB_STEP_SUMMARY"

Exit codes: 0 success · 2 wrong use, or no report`,
})
