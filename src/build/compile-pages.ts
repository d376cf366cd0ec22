import { symlinkSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroInlineConfig, AstroIntegration, build as buildWithAstro } from 'astro'
import type { VitePlugin } from '../brand/own-components.ts'
import type { Config } from '../config/options.ts'
import type { Staging } from '../publish/staging.ts'
import { ASTRO, pageProgramEntry } from './page-program.ts'

/**
 * Astro would write types for editors into `.astro/` of the installation, which need not be ours to write. Its builder takes this, though the
 * type of its options does not say so.
 */
const WITHOUT_TYPES: Parameters<typeof buildWithAstro>[1] & { sync: boolean } = { sync: false }
/** Where Astro puts what it prerenders with, below the output. */
const PRERENDER = '.prerender'
/** Below the folder of a build. */
export const PROGRAM = 'program'
export const PACKAGES = join(ASTRO, '..')

/** Has Astro and Vite make the program of the pages in a folder, and what pages name (scripts, styles, fonts) in the site. Renders nothing. */
export async function compilePages(
  { base, site, debug }: Pick<Config, 'base' | 'site' | 'debug'>,
  plugins: readonly VitePlugin[],
  { folder, site: outDir }: Pick<Staging, 'folder' | 'site'>,
): Promise<void> {
  const { build } = await import('astro')
  // What Astro has made looks for its packages from where it lies.
  symlinkSync(PACKAGES, join(folder, 'node_modules'), 'junction')
  const stood = process.cwd()
  // Astro puts the program below the output only when that lies below the current folder.
  process.chdir(folder)
  try {
    const options: AstroInlineConfig = {
      root: fileURLToPath(new URL('../..', import.meta.url)),
      outDir,
      cacheDir: join(folder, 'astro'),
      base,
      ...(site && { site }),
      logLevel: debug ? 'warn' : 'silent',
      integrations: [takingProgram(join(outDir, PRERENDER), join(folder, PROGRAM))],
      vite: { plugins: [...plugins, pageProgramEntry()], cacheDir: join(folder, 'vite') },
    }
    await build(options, WITHOUT_TYPES)
  } finally {
    process.chdir(stood)
  }
}

/** Takes the program away before Astro deletes it, and names no page to render. */
const takingProgram = (from: string, to: string): AstroIntegration => ({
  name: 'benchbook:take-program',
  hooks: {
    'astro:build:start': ({ setPrerenderer }) =>
      setPrerenderer({
        name: 'benchbook:take-program',
        getStaticPaths: async () => {
          await rename(from, to)
          return []
        },
        render: () => Promise.reject(new Error('The program renders the pages.')),
      }),
  },
})
