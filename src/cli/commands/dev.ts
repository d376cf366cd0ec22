import { configOf } from '../configuration.ts'
import { defineCommand } from '../command.ts'

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Show the site of a cache while you work on its looks, words and pages.',
  options: ['build', 'serve'],
  without: ['shard'],
  async run({ json }, signal, flags) {
    const { dev } = await import('../stages/dev.ts')
    return dev(() => configOf(flags, ['build', 'serve']), { json, signal })
  },
  more: `
Pages are rendered when a browser requests them. They reload when the configuration
file, or your logo, colours, components, words or pages change, and when a crawl
finishes. The search is that of the last build.

Example:
  benchbook dev --accent "#0b6e4f" --pages pages/

Exit codes: 0 stopped · 2 wrong use, no finished crawl, or the port is in use`,
})
