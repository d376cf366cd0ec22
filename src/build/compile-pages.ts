import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { AstroInlineConfig, AstroIntegration, build as buildWithAstro } from 'astro'
import { MOUNT, type VitePlugin } from '../brand/own-components.ts'
import type { Config } from '../config/options.ts'
import { ROOT, SOURCE } from '../installation.ts'
import type { Staging } from '../publish/staging.ts'
import { makeWorker } from './app/worker-file.ts'
import { astroSettings } from './astro-settings.ts'
import { makeClassicScript } from './classic-script.ts'
import { makeScriptInFile } from './one-file-shell.ts'
import { pageProgramEntry } from './page-program.ts'
import { linkPackages } from './program-packages.ts'

/**
 * Astro would write editor types into `.astro/` of the installation, which may be read-only. Its builder accepts this option, although its
 * type does not declare it.
 */
const WITHOUT_TYPES: Parameters<typeof buildWithAstro>[1] & { sync: boolean } = { sync: false }
/** Astro's folder for its prerender program, below the output. */
const PRERENDER = '.prerender'
/** Below the folder of a build. */
export const PROGRAM = 'program'

/** Compiles the pages' program with Astro and Vite into a folder, and their scripts, styles and fonts into the site. Renders nothing. */
export async function compilePages(
  { debug, ...config }: Pick<Config, 'base' | 'site' | 'links' | 'app' | 'debug'>,
  plugins: readonly VitePlugin[],
  { folder, site: outDir }: Pick<Staging, 'folder' | 'site'>,
): Promise<void> {
  const { build } = await import('astro')
  // Astro's output resolves its packages from its own folder.
  linkPackages(folder)
  const stood = process.cwd()
  // Astro puts the program below the output only if that is below the current folder.
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
        plugins: [...plugins, pageProgramEntry(), plainComponents, ...(config.links === 'relative' ? [withoutPreloads] : [])],
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

/** One script contains all that a page loads: see classic-script.ts. Vite's preloads are for modules only. */
const withoutPreloads: VitePlugin & { config: () => object } = {
  name: 'benchbook:without-preloads',
  config: () => ({ environments: { client: { build: { modulePreload: false } } } }),
}

const RUNTIME = 'astro/compiler-runtime'
const isProjectComponent = (file: string): boolean =>
  /^[\\/](?:components|layouts|pages)[\\/].*\.astro$/.test(file) && !file.slice(1).startsWith(MOUNT)

/** Components of the project are rendered by plain functions: see components/plain-runtime.ts. */
const plainComponents: VitePlugin = {
  name: 'benchbook:plain-components',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === RUNTIME && importer?.startsWith(SOURCE) && isProjectComponent(importer.slice(SOURCE.length))
      ? join(SOURCE, 'components/plain-runtime.ts')
      : null,
}

/** Moves the program before Astro deletes it, and returns no pages to render. */
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
