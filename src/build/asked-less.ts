import { join } from 'node:path'
import { and, id, importerId, include } from 'rolldown/filter'
import { startsWith, type VitePlugin } from '../brand/own-components.ts'
import { SOURCE } from '../installation.ts'

const OF_PAGES = { id: startsWith(join(SOURCE, 'pages')) }

/**
 * Hooks of Astro's that answer for few modules and are asked for every import and module, and for which they answer. Each question is a way into
 * JavaScript and back, and these are six thousand in a compile.
 */
export const ANSWERED: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'astro:markdown': { resolveId: [include(and(importerId(/\.md$/), id(/^[^/]/)))] },
  'astro:session-provider': { resolveId: { id: /[\\/]session[\\/]provider\.js$/ } },
  'astro:routes': { transform: OF_PAGES },
  'astro:scripts:page-ssr': { transform: OF_PAGES },
}

/** Has Astro's plugins asked only for what they answer; compiles the same. */
export const askedLess = (): VitePlugin => ({
  name: 'benchbook:asked-less',
  configResolved({ plugins }) {
    for (const plugin of plugins)
      for (const [hook, filter] of Object.entries(ANSWERED[plugin.name] ?? {})) {
        const asked: unknown = Reflect.get(plugin, hook)
        const handler: unknown = typeof asked === 'object' && asked !== null && 'handler' in asked ? asked.handler : asked
        if (handler) Reflect.set(plugin, hook, { ...(typeof asked === 'object' && asked), handler, filter })
      }
  },
})
