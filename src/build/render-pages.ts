import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroInlineConfig, AstroIntegration, build as buildWithAstro } from 'astro'
import type { VitePlugin } from '../brand/own-components.ts'
import type { Staging } from '../publish/staging.ts'
import type { Config } from '../config/options.ts'
import { type PagesHooks, PageMaker } from './page-maker.ts'

/**
 * Astro would write types for editors into `.astro/` of the installation, which need not be ours to write. Its builder takes this, though the
 * type of its options does not say so.
 */
const WITHOUT_TYPES: Parameters<typeof buildWithAstro>[1] & { sync: boolean } = { sync: false }

/** Renders all pages with Astro into the fresh folder. */
export async function renderPages(
  { base, site, debug, components }: Config,
  plugins: VitePlugin[],
  { folder, site: outDir }: Staging,
  hooks: PagesHooks,
): Promise<void> {
  const { build } = await import('astro')
  // Astro puts the code that renders below the output, and it looks for its packages from there.
  symlinkSync(dirname(dirname(fileURLToPath(import.meta.resolve('astro/package.json')))), join(folder, 'node_modules'), 'junction')
  const stood = process.cwd()
  // … but only when the output lies below the current folder.
  process.chdir(folder)
  try {
    const options: AstroInlineConfig = {
      root: fileURLToPath(new URL('../..', import.meta.url)),
      outDir,
      cacheDir: join(folder, 'astro'),
      base,
      ...(site && { site }),
      logLevel: debug ? 'warn' : 'silent',
      integrations: [pageMaking(components, hooks)],
      vite: { plugins, cacheDir: join(folder, 'vite') },
    }
    await build(options, WITHOUT_TYPES)
  } finally {
    process.chdir(stood)
  }
}

const pageMaking = (components: string, hooks: PagesHooks): AstroIntegration => ({
  name: 'benchbook:page-maker',
  hooks: {
    'astro:build:start': ({ setPrerenderer }) =>
      setPrerenderer((standard) => {
        const maker = new PageMaker(standard, components, hooks)
        return { ...standard, getStaticPaths: () => maker.paths(), render: (request, options) => maker.make(request, options) }
      }),
  },
})
