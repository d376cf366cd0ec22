import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { explainSystem } from '../errors.ts'
import { SAFETY_HEADERS } from '../policy.ts'

/** The file that Netlify, Cloudflare Pages and their like read at the root of a site. */
export const HEADERS_FILE = '_headers'

/** Writes what the host is to send with every file below `base`. */
export async function writeHeaders(folder: string, base: string): Promise<void> {
  const lines = Object.entries(SAFETY_HEADERS).map(([name, value]) => `  ${name}: ${value}`)
  const path = join(folder, HEADERS_FILE)
  await writeFile(path, [`${base.replace(/\/*$/, '/')}*`, ...lines, ''].join('\n')).catch((error: unknown) => {
    throw explainSystem(error, path)
  })
}
