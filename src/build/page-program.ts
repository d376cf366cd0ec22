import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PathWithRoute, RouteData } from 'astro'
import type { MadeDocument } from '../views/search/made-documents.ts'
import { SOURCE } from '../installation.ts'
import type { VitePlugin } from '../brand/own-components.ts'

/** The compiled pages, without the tools that compiled them: Astro's prerender program, bundled by Vite. */
export interface PageProgram {
  /** All pages and files, including duplicates. Reads the cache named in the environment. */
  paths: () => Promise<PathWithRoute[]>
  /** Makes the search document of a page, by its file. */
  documents: () => (file: string) => Promise<MadeDocument | undefined>
  /** Throws the page's errors. */
  render: (request: Request, routeData: RouteData, relative?: RelativePage) => Promise<Response>
}

/** The bundle of all scripts of a site, as a classic script. */
export interface ClassicScript {
  /** Relative to the site's root. */
  path: string
  /** See disk-scripts.ts. */
  secret: string
}

/** How a page with relative links references what it loads. */
export interface RelativePage extends ClassicScript {
  /** The relative path to the site's root, `../../`. */
  toRoot: string
}

/** The module that Astro bundles as the entry of its prerender program. */
const ENTRY = 'astro/entrypoints/prerender'
const RESOLVED = '\0benchbook:page-program'
/** The name that Astro gives to the file of {@link ENTRY}. */
export const ENTRY_FILE = /^prerender-entry\..*\.mjs$/

export const ASTRO = dirname(fileURLToPath(import.meta.resolve('astro/package.json')))
/** Internal modules of Astro, by path: the name that is used from each. */
export const INTERNALS = {
  'dist/core/environment/index.js': 'setEnvironment',
  'dist/core/environment/production.js': 'productionEnvironment',
  'dist/runtime/prerender/static-paths.js': 'StaticPaths',
} as const

/**
 * Astro's own entry needs the bundler's state to find the styles of a page, so nothing can be rendered after bundling. The manifest
 * contains them too, and is what servers use. Unlike a server, this throws if a page fails, and renders pages as a whole.
 */
const CODE = `
import { AsyncLocalStorage } from 'node:async_hooks'
import { manifest } from 'virtual:astro:manifest'
import { BaseApp } from 'astro/app'
${Object.entries(INTERNALS)
  .map(([path, name]) => `import { ${name} } from ${JSON.stringify(join(ASTRO, path))}`)
  .join('\n')}
import { documentsOfPages } from ${JSON.stringify(join(SOURCE, 'views/search/made-documents.ts'))}

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
export const documents = documentsOfPages
export const paths = () => new StaticPaths(app).getAll()
export const render = (request, routeData, relative) => current.run(relative, () => app.render(request, { routeData }))
`

/** Replaces Astro's entry with the one of a {@link PageProgram}. */
export const pageProgramEntry = (): VitePlugin => ({
  name: 'benchbook:page-program',
  enforce: 'pre',
  resolveId: (id) => (id === ENTRY ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? CODE : null),
})

/** Loads the program in a folder. */
export async function loadProgram(folder: string): Promise<PageProgram> {
  const entry = (await readdir(folder)).find((file) => ENTRY_FILE.test(file))
  if (!entry) throw new Error(`Astro has made no ${ENTRY_FILE.source} in ${folder}.`)
  return (await import(pathToFileURL(join(folder, entry)).href)) as PageProgram
}
