import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { isMissing } from '../disk/atomic.ts'
import { sha256Of } from '../disk/sha256.ts'
import { SOURCE } from '../installation.ts'

interface Bundled {
  code: string
  /** Of each file that it is made of. */
  sums: (readonly [path: string, sum: string])[]
}

/** A preview compiles over and over, and these change only with the program. */
const bundled = new Map<string, Bundled>()

/** Bundles a script of ours, by its path below src/, into one file that needs no other; `define` replaces names by values. */
export async function bundleScript(entry: string, file: string, define: Record<string, string> = {}): Promise<void> {
  const key = JSON.stringify([entry, define])
  let made = bundled.get(key)
  if (!made || !isAsItWas(made)) bundled.set(key, (made = await bundle(entry, define)))
  await writeFile(file, made.code)
}

async function bundle(entry: string, define: Record<string, string>): Promise<Bundled> {
  const build = await rolldown({ input: join(SOURCE, entry), cwd: SOURCE, logLevel: 'silent', transform: { define } })
  try {
    const { output } = await build.generate({ format: 'iife', codeSplitting: false, minify: true })
    const files = await build.watchFiles
    return { code: output[0].code, sums: files.map((path) => [path, sha256Of(path)]) }
  } finally {
    await build.close()
  }
}

function isAsItWas({ sums }: Bundled): boolean {
  try {
    return sums.every(([path, sum]) => sha256Of(path) === sum)
  } catch (error) {
    if (!isMissing(error)) throw error
    return false
  }
}
