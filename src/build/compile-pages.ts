import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { AstroInlineConfig, AstroIntegration, build as buildWithAstro } from 'astro'
import type { VitePlugin } from '../brand/own-components.ts'
import type { Config } from '../config/options.ts'
import { ROOT } from '../installation.ts'
import type { Staging } from '../publish/staging.ts'
import { makeWorker } from './app/worker-file.ts'
import { askedLess } from './asked-less.ts'
import { astroSettings } from './astro-settings.ts'
import { makeClassicScript } from './classic-script.ts'
import { makeScriptInFile } from './one-file-shell.ts'
import { pageProgramEntry } from './page-program.ts'
import { linkPackages } from './program-packages.ts'

/**
 * Astro would write types for editors into `.astro/` of the installation, which need not be ours to write. Its builder takes this, though the
 * type of its options does not say so.
 */
const WITHOUT_TYPES: Parameters<typeof buildWithAstro>[1] & { sync: boolean } = { sync: false }
/** Where Astro puts what it prerenders with, below the output. */
const PRERENDER = '.prerender'
/** Below the folder of a build. */
export const PROGRAM = 'program'

/** Has Astro and Vite make the program of the pages in a folder, and what pages name (scripts, styles, fonts) in the site. Renders nothing. */
export async function compilePages(
  { debug, ...config }: Pick<Config, 'base' | 'site' | 'links' | 'app' | 'debug'>,
  plugins: readonly VitePlugin[],
  { folder, site: outDir }: Pick<Staging, 'folder' | 'site'>,
): Promise<void> {
  const { build } = await import('astro')
  // What Astro has made looks for its packages from where it lies.
  linkPackages(folder)
  const stood = process.cwd()
  // Astro puts the program below the output only when that lies below the current folder.
  process.chdir(folder)
  try {
    const settings = astroSettings(config)
    const options: AstroInlineConfig = {
      ...settings,
      configFile: false,
      root: ROOT,
      outDir,
      cacheDir: join(folder, 'astro'),
      logLevel: debug ? 'warn' : 'silent',
      integrations: [takingProgram(join(outDir, PRERENDER), join(folder, PROGRAM))],
      vite: {
        ...settings.vite,
        plugins: [...plugins, pageProgramEntry(), askedLess(), ...(config.links === 'relative' ? [withoutPreloads] : [])],
        cacheDir: join(folder, 'vite'),
      },
    }
    await build(options, WITHOUT_TYPES)
    if (config.links === 'relative') await makeClassicScript(outDir)
    else await Promise.all([makeScriptInFile(outDir), makeWorker(outDir, config.app)])
  } finally {
    process.chdir(stood)
  }
}

/** One script has all that a page loads: see classic-script.ts. Where Vite names one that is to be loaded beside another, it does so for modules. */
const withoutPreloads: VitePlugin & { config: () => object } = {
  name: 'benchbook:without-preloads',
  config: () => ({ environments: { client: { build: { modulePreload: false } } } }),
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
