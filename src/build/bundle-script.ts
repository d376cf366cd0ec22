import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { SOURCE } from '../installation.ts'

/** Bundles one of our scripts, by its path below src/, into a single self-contained file; `define` replaces names with values. */
export async function bundleScript(entry: string, file: string, define: Record<string, string> = {}): Promise<void> {
  const bundle = await rolldown({ input: join(SOURCE, entry), cwd: SOURCE, logLevel: 'silent', transform: { define } })
  try {
    await bundle.write({ file, format: 'iife', codeSplitting: false, minify: true })
  } finally {
    await bundle.close()
  }
}
