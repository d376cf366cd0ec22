import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { SOURCE } from '../installation.ts'

/** Astro's folder for scripts, below the site. */
const SCRIPTS = '_astro'
/** Astro's name for the script of a component. */
const ENTRY = /_astro_type_script_.*\.js$/
const NAME = 'all'
const CLASSIC = new RegExp(`^${NAME}\\.[\\w-]+\\.js$`)

const FRAMED = join(SOURCE, 'trusted/framed.ts')

/**
 * Bundles the scripts of all components into one classic script, since pages opened from a disk may not load modules. `site` is where Astro
 * has put them. Each script checks whether the page has elements for it.
 */
export async function makeClassicScript(site: string): Promise<void> {
  const folder = join(site, SCRIPTS)
  const entries = (await readdir(folder)).filter((file) => ENTRY.test(file)).sort()
  const imports = entries.map((file) => `import(${JSON.stringify(join(folder, file))})`).join('\n')
  const code = `import { tellsFrame } from ${JSON.stringify(FRAMED)}\nif (!tellsFrame()) {\n${imports}\n}`
  const start = {
    name: 'benchbook:start',
    resolveId: (id: string) => (id === NAME ? id : null),
    load: (id: string) => (id === NAME ? code : null),
  }
  const bundle = await rolldown({ input: { [NAME]: NAME }, plugins: [start], cwd: site, logLevel: 'silent' })
  try {
    await bundle.write({ dir: folder, format: 'iife', codeSplitting: false, minify: true, entryFileNames: '[name].[hash].js' })
  } finally {
    await bundle.close()
  }
}

/** The script made by {@link makeClassicScript}, relative to the site's root. */
export async function classicScript(site: string): Promise<string> {
  const name = (await readdir(join(site, SCRIPTS))).find((file) => CLASSIC.test(file))
  if (!name) throw new Error(`There is no script of all components in ${join(site, SCRIPTS)}.`)
  return `${SCRIPTS}/${name}`
}

/** Bundles one of our scripts, by its path below src/, into a single self-contained file; `define` replaces names with values. */
export async function bundleScript(entry: string, file: string, define: Record<string, string> = {}): Promise<void> {
  const bundle = await rolldown({ input: join(SOURCE, entry), cwd: SOURCE, logLevel: 'silent', transform: { define } })
  try {
    await bundle.write({ file, format: 'iife', codeSplitting: false, minify: true })
  } finally {
    await bundle.close()
  }
}
