import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A checkout runs the sources; a package runs what was compiled of them, which lies one folder deeper, in `lib/src/`. */
export const IS_CHECKOUT = import.meta.url.endsWith('.ts')

/** The folder that Benchbook is installed in: a checkout, or the package. */
export const ROOT = fileURLToPath(new URL(IS_CHECKOUT ? '..' : '../..', import.meta.url)).replace(/[\\/]$/, '')

/** The sources that Astro compiles: pages, components, styles, and what they import. A package has no others. */
export const SOURCE = join(ROOT, 'src')

/** Whatever may be kept between runs lies below it, where it can be written. A package has none of its own: it lies in one. */
export const CACHES = join(IS_CHECKOUT || existsSync(join(ROOT, 'node_modules')) ? join(ROOT, 'node_modules') : join(ROOT, '..'), '.cache')

/** What a process or thread of its own is to run, by the address of its source: `new URL('./worker.ts', import.meta.url)`. */
export const resolveWorkerUrl = (source: URL): URL => (IS_CHECKOUT ? source : new URL(source.href.replace(/\.ts$/, '.js')))
