import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { SOURCE } from '../installation.ts'

/** Bundles a script of ours, by its path below src/, into one file that needs no other; `define` replaces names by values. */
export async function bundleScript(entry: string, file: string, define: Record<string, string> = {}): Promise<void> {
  const bundle = await rolldown({ input: join(SOURCE, entry), cwd: SOURCE, logLevel: 'silent', transform: { define } })
  try {
    await bundle.write({ file, format: 'iife', codeSplitting: false, minify: true })
  } finally {
    await bundle.close()
  }
}
