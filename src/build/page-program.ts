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
  render: (request: Request, routeData: RouteData, relative?: RelativePage) => Promise<Response>
}

/** All scripts of a site in one that is no module. */
export interface ClassicScript {
  /** From the root of the site. */
  path: string
  /** See disk-scripts.ts. */
  secret: string
}

/** How a page whose links are relative names what it loads. */
export interface RelativePage extends ClassicScript {
  /** The way to the root of the site, `../../`. */
  toRoot: string
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
import { AsyncLocalStorage } from 'node:async_hooks'
import { manifest } from 'virtual:astro:manifest'
import { BaseApp } from 'astro/app'
${Object.entries(INTERNALS)
  .map(([path, name]) => `import { ${name} } from ${JSON.stringify(join(ASTRO, path))}`)
  .join('\n')}

const current = new AsyncLocalStorage()
const start = manifest.base.length + (manifest.base.endsWith('/') ? 0 : 1)
const { inlinedScripts } = manifest
// Astro leaves out a script of which it knows that it is empty.
manifest.inlinedScripts = { get: (id) => (current.getStore() ? '' : inlinedScripts.get(id)) }

setEnvironment(manifest, {
  ...productionEnvironment,
  errorStrategy: 'build',
  defaultStreaming: () => false,
  async headElements(...args) {
    const elements = await productionEnvironment.headElements(...args)
    const relative = current.getStore()
    if (!relative) return elements
    const { toRoot, path, secret } = relative
    for (const { props } of elements.styles) props.href = toRoot + props.href.slice(start)
    return { ...elements, scripts: new Set([{ props: { defer: true, src: toRoot + path, 'data-secret': secret }, children: '' }]) }
  },
})

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
export const render = (request, routeData, relative) => current.run(relative, () => app.render(request, { routeData }))
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
