import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A checkout runs the sources; a package runs the compiled program, one folder deeper, in `lib/src/`. */
export const IS_CHECKOUT = import.meta.url.endsWith('.ts')

/** The folder that Benchbook is installed in: a checkout, or the package. */
export const ROOT = fileURLToPath(new URL(IS_CHECKOUT ? '..' : '../..', import.meta.url)).replace(/[\\/]$/, '')

/** The sources that Astro compiles: pages, components, styles, and what they import. A package has no others. */
export const SOURCE = join(ROOT, 'src')

/** The folder for files that are kept between runs, if it is writable. A package uses the `node_modules` that contains it. */
export const CACHES = join(IS_CHECKOUT || existsSync(join(ROOT, 'node_modules')) ? join(ROOT, 'node_modules') : join(ROOT, '..'), '.cache')

/** The module that a separate process or thread runs, by the address of its source: `new URL('./worker.ts', import.meta.url)`. */
export const resolveWorkerUrl = (source: URL): URL => (IS_CHECKOUT ? source : new URL(source.href.replace(/\.ts$/, '.js')))
