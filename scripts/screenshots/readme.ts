import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { KINDS, LOOKS } from './kinds.ts'
import { take } from './take.ts'

/** The pictures of README.md: the first view of each page, side by side. */
const SHOWN = [
  ['home', 'desktop'],
  ['guide', 'dark'],
  ['guide', 'phone'],
] as const

/** Writes the pictures of README.md into docs/, small enough for the repository. */
export async function writeReadmePictures(browser: Browser, site: string): Promise<void> {
  for (const [kind, look] of SHOWN) {
    const [page, seen] = [KINDS[kind], LOOKS[look]]
    if (!page || !seen) throw new Error(`There is no ${kind} as ${look}.`)
    const png = await take(browser, site, { ...page, folded: true }, seen)
    const small = await sharp(png).resize({ height: 720 }).webp({ quality: 82, effort: 6 }).toBuffer()
    await writeFile(fileURLToPath(new URL(`../../docs/screenshot-${kind}-${look}.webp`, import.meta.url)), small)
  }
}
