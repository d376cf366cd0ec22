import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PathWithRoute, RouteData } from 'astro'
import type { VitePlugin } from '../brand/own-components.ts'

/** The pages as one program, without the tools that made it: what Astro prerenders, bundled by Vite. */
export interface PageProgram {
  /** All pages and files, duplicates included. Reads the cache that the environment names. */
  paths: () => Promise<PathWithRoute[]>
  /** Throws what the page throws. */
  render: (request: Request, routeData: RouteData) => Promise<Response>
}

/** The module that Astro bundles as the entry of what it prerenders. */
const ENTRY = 'astro/entrypoints/prerender'
const RESOLVED = '\0benchbook:page-program'
/** How Astro calls the file that it makes of {@link ENTRY}. */
export const ENTRY_FILE = /^prerender-entry\..*\.mjs$/

export const ASTRO = dirname(fileURLToPath(import.meta.resolve('astro/package.json')))
/** No public part of Astro, by path: the name that is used of each. */
export const INTERNALS = {
  'dist/core/environment/index.js': 'setEnvironment',
  'dist/core/environment/production.js': 'productionEnvironment',
  'dist/runtime/prerender/static-paths.js': 'StaticPaths',
} as const

/**
 * Astro's own entry needs the state of the bundler to find the styles of a page, so that nothing can be rendered once that is gone. The manifest has
 * them too, and the environment of servers reads them there. Unlike a server's, a page that fails throws, and is written as a whole.
 */
const CODE = `
import { manifest } from 'virtual:astro:manifest'
import { BaseApp } from 'astro/app'
${Object.entries(INTERNALS)
  .map(([path, name]) => `import { ${name} } from ${JSON.stringify(join(ASTRO, path))}`)
  .join('\n')}

setEnvironment(manifest, { ...productionEnvironment, errorStrategy: 'build', defaultStreaming: () => false })

class PageApp extends BaseApp {
  isDev() {
    return true
  }
  resolveStreaming() {
    return undefined
  }
  logRequest() {}
}

const app = new PageApp(manifest)
export const paths = () => new StaticPaths(app).getAll()
export const render = (request, routeData) => app.render(request, { routeData })
`

/** Puts the entry of a {@link PageProgram} in the place of Astro's. */
export const pageProgramEntry = (): VitePlugin => ({
  name: 'benchbook:page-program',
  enforce: 'pre',
  resolveId: (id) => (id === ENTRY ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? CODE : null),
})

/** Loads the program that lies in a folder. */
export async function loadProgram(folder: string): Promise<PageProgram> {
  const entry = (await readdir(folder)).find((file) => ENTRY_FILE.test(file))
  if (!entry) throw new Error(`Astro has made no ${ENTRY_FILE.source} in ${folder}.`)
  return (await import(pathToFileURL(join(folder, entry)).href)) as PageProgram
}
