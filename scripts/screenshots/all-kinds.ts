import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../test/browser/chromium.ts'
import { KINDS, LOOKS } from './kinds.ts'
import { writeOfflinePicture } from './offline.ts'
import { writeReadmePictures } from './readme.ts'
import { sampleSite } from './site.ts'
import { take } from './take.ts'

interface Wanted {
  /** The kind of page; all of them unless it is named. */
  only?: string | undefined
  /** The pictures of README.md and docs/offline.md too. */
  readme: boolean
}

/** Writes a picture of each kind of page of the sample, in every look, into a folder. */
export async function writeAllKinds(folder: string, { only, readme }: Wanted, signal: AbortSignal): Promise<void> {
  await using site = await sampleSite(signal)
  const { executablePath, env } = await findChromium()
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...env } })
  await mkdir(folder, { recursive: true })
  for (const [kind, page] of Object.entries(KINDS).filter(([kind]) => !only || kind === only))
    for (const [name, look] of Object.entries(LOOKS))
      await writeFile(join(folder, `${kind}-${name}.png`), await take(browser, site.url, page, look))
  if (readme) await writeReadmePictures(browser, site.url)
  if (readme) await writeOfflinePicture(browser, site.url)
}
