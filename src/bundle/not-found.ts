import { readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../cache/atomic.ts'

/** Static hosts show the closest `404.html` to the address that was asked for; Astro makes a folder of each language's. */
export async function placeNotFoundPages(outDir: string): Promise<void> {
  for (const { name } of [{ name: '' }, ...(await foldersIn(outDir))]) {
    const folder = join(outDir, name, '404')
    const moved = await rename(join(folder, 'index.html'), join(outDir, name, '404.html')).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false
        throw error
      },
    )
    if (moved) await rmdir(folder)
  }
}

const foldersIn = async (folder: string) => (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
