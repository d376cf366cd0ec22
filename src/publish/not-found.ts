import { rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../disk/atomic.ts'

/**
 * Static hosts serve the closest `404.html` above the requested address; Astro makes a folder for each language's. `languages` are the
 * folders of translations: in other folders, `404` is the page of a guide or a user.
 */
export async function placeNotFoundPages(outDir: string, languages: readonly string[]): Promise<void> {
  for (const name of ['', ...languages]) {
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
