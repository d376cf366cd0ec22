import { configOf } from '../cli/configuration.ts'
import { defineCommand } from '../command.ts'

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Show the site of a cache while you work on its looks, words and pages.',
  options: ['build', 'serve'],
  async run({ json }, signal, flags) {
    const { dev } = await import('../stages/dev.ts')
    return dev(() => configOf(flags), { json, signal })
  },
  more: `
Pages are made when a browser asks for them. They load themselves anew when the
configuration file, logo, colours, components, words or pages of your own
change, or when a crawl has finished. The search is that of the last build.

Example:
  benchbook dev --accent "#0b6e4f" --pages pages/

Exit codes: 0 stopped · 2 wrong use, no finished crawl, or the port is in use`,
})
