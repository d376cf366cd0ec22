import { defineCommand } from '../command.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve a built site on this machine, as a static host would.',
  knobs: ['serve'],
  async run(config, signal) {
    const { serve } = await import('../stages/serve.ts')
    return serve(config, signal)
  },
  more: `
Examples:
  benchbook serve
  benchbook serve --out public --port 8080
  benchbook serve --api      (the cache as Content API 2.0 below
                              http://localhost:4321/api/2.0)

Exit codes: 0 stopped · 2 wrong use, or the port is in use`,
})
