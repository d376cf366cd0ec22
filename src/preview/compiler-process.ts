import { mkdir } from 'node:fs/promises'
import { readBrand } from '../brand/brand.ts'
import { compileAnew } from '../build/compiled-pages.ts'
import { carry } from '../errors/carried.ts'
import type { FromCompiler, ToCompiler } from './messages.ts'
import { noteOutsideFiles } from './outside-files.ts'

/** Compiles the pages of a preview, over and over: the compilers take twice as long the first time. */

/** What a compile leaves is cleared away when what it made is on the screen; in the middle of the next one it takes longer, and somebody waits. */
const IDLE_MS = 1000

let idle: NodeJS.Timeout | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1' })
void import('astro') // takes a second, which nobody has to wait for

const send = (message: FromCompiler): Promise<void> =>
  new Promise((sent) => (process.connected ? process.send?.(message, () => sent()) : sent()))

async function compile({ config, pages }: ToCompiler): Promise<void> {
  const outside: Record<string, string> = {}
  try {
    await mkdir(pages.site, { recursive: true })
    // Colours have a style sheet of their own: see lazy-site.ts.
    const brand = await readBrand({ ...config, accent: '', colours: '' })
    await compileAnew(config, { ...brand, plugins: [noteOutsideFiles(outside), ...brand.plugins] }, pages)
    await send({ outside, memory: process.memoryUsage.rss() })
  } catch (error) {
    await send({ outside, memory: process.memoryUsage.rss(), error: carry(error) })
  }
}

process.on('message', (message: ToCompiler) => {
  clearTimeout(idle)
  void compile(message).then(() => {
    idle = setTimeout(() => globalThis.gc?.(), IDLE_MS).unref()
  })
})
