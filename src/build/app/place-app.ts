import { brandTokens } from '../../brand/brand.ts'
import { makeIcons } from '../../brand/icons.ts'
import { writeAtomically } from '../../disk/atomic.ts'
import type { Config } from '../../config/options.ts'
import type { SiteFiles } from '../../publish/overlay.ts'
import type { Site } from '../../views/site/site.ts'
import { type ListHooks, writeLists } from './app-lists.ts'
import { writeShell } from './worker-file.ts'

/** Makes a complete site an app: writes icons, the download lists, and last the service worker's list of shell files. */
export async function placeApp(files: SiteFiles, config: Config, source: Site, hooks: ListHooks): Promise<void> {
  // An existing file may come from a read-only installation; it is replaced, not written to.
  for (const [file, png] of (await makeIcons(config.logo, await brandTokens(config))) ?? []) writeAtomically(files.at(file), png)
  const languages = source.languages.slice(1)
  await writeShell(files, { languages, lists: await writeLists(files, source, hooks), mediaBase: config.mediaBase })
}
