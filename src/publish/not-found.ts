import { existsSync } from 'node:fs'
import { rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Static hosts serve the closest `404.html` above the requested address; Astro makes a folder for each language's. `languages` are the
 * folders of translations: in other folders, `404` is the page of a guide or a user.
 */
export async function placeNotFoundPages(outDir: string, languages: readonly string[]): Promise<void> {
  for (const name of ['', ...languages]) {
    const folder = join(outDir, name, '404')
    if (!existsSync(join(folder, 'index.html'))) continue
    await rename(join(folder, 'index.html'), `${folder}.html`)
    await rmdir(folder)
  }
}

/** Where {@link placeNotFoundPages} puts a file of the site. */
export const publishedFile = (file: string, languages: readonly string[]): string => {
  const [, folder = ''] = /^(.*)\/404\/index\.html$/.exec(file) ?? []
  return languages.includes(folder) ? `${folder}/404.html` : file
}
