import { defineCommand } from '../command.ts'

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show how crawls go that workers share.',
  options: ['status'],
  async run(config) {
    const { status } = await import('../stages/status.ts')
    return status(config)
  },
  more: `
Needs the packages bullmq and ioredis, as crawl --queue does. docs/workers.md says more.

Examples:
  benchbook status --queue redis://redis.example.org
  BENCHBOOK_QUEUE=redis://:password@redis.example.org benchbook status --json

Exit codes: 0 success, also when no crawl is under way
            2 wrong use, or no Redis there · 130 interrupted`,
})
