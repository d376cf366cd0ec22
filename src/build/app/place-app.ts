import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brandTokens } from '../../brand/brand.ts'
import { makeIcons } from '../../brand/icons.ts'
import type { Config } from '../../config/options.ts'
import type { Site } from '../../views/site/site.ts'
import { writeLists } from './app-lists.ts'
import { writeShell } from './worker-file.ts'

/** Makes an app of a site whose files are all there: icons, what can be kept of it, and last what its service worker knows of its shell. */
export async function placeApp(folder: string, config: Config, source: Site, signal?: AbortSignal): Promise<void> {
  for (const [file, png] of (await makeIcons(config.logo, await brandTokens(config))) ?? []) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), png)
  }
  await writeShell(folder, source.languages.slice(1), await writeLists(folder, source, signal))
}
