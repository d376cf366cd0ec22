import { defineCommand } from '../command.ts'

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
