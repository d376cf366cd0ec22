import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Copies files into a site: from their sources to their paths relative to the site's root. */
export async function placeFiles(files: readonly { from: string; to: string }[], site: string): Promise<void> {
  for (const { from, to } of files) {
    const target = join(site, to)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(from, target)
  }
}
