import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { UsageError } from '../../src/errors.ts'
import { ROOT } from '../../src/installation.ts'
import { startReader, whyNoReader } from '../../test/browser/kiwix-serve.ts'
import { COMMAND, withFolder } from '../bench/runs.ts'
import { type Kind, KINDS, LOOKS, PHONE, take, takeAt } from './pages.ts'

/** The pictures of README.md: the first view of each page, side by side. */
const SHOWN = [
  ['home', 'desktop'],
  ['guide', 'dark'],
  ['guide', 'phone'],
] as const

/** Writes the pictures of README.md into docs/, small enough for the repository. */
export async function writeReadmePictures(browser: Browser, site: string): Promise<void> {
  for (const [kind, look] of SHOWN) {
    const png = await take(browser, site, { ...KINDS[kind], folded: true }, LOOKS[look])
    const small = await sharp(png).resize({ height: 720 }).webp({ quality: 82, effort: 6 }).toBuffer()
    await writeFile(join(ROOT, `docs/screenshot-${kind}-${look}.webp`), small)
  }
}

const GUIDE = 'guide/27/'
const HEIGHT_PX = 560
const GAP_PX = 16

/**
 * Makes the picture of docs/offline.md: on a phone, a folder on the disk, a ZIM archive in kiwix-serve, the app of `site` without its host,
 * and one file.
 */
export async function writeOfflinePicture(browser: Browser, site: string): Promise<void> {
  if (whyNoReader) throw new UsageError(`${whyNoReader}: install it for the picture of docs/offline.md.`)
  await withFolder(async (home) => {
    const made = async (format: string, ...flags: string[]): Promise<string> => {
      const out = join(home, 'guides')
      const args = ['bundle', '--cache', join(ROOT, 'sample'), '--name', 'The Mendery', '--format', format, '--out', out, ...flags]
      await promisify(execFile)(process.execPath, [COMMAND, ...args])
      return format === 'folder' ? out : `${out}.${format}`
    }
    const folder = pathToFileURL(await made('folder')).href
    const reader = await startReader(await made('zim'))
    const file = pathToFileURL(await made('html', '--guide', '27')).href
    try {
      await writeFile(
        join(ROOT, 'docs/screenshot-offline.webp'),
        await sideBySide([
          await taken(browser, `${folder}/search/index.html?q=kettle`, (page) => page.locator('.search-hit').first().waitFor()),
          await taken(browser, `${reader.url}guides/A/${GUIDE}index.html`),
          await taken(browser, site + GUIDE, keepAndGoOffline),
          await taken(browser, file, (page) => page.locator('[data-do=start]').click()),
        ]),
      )
    } finally {
      await reader.stop()
    }
  })
}

const taken = (browser: Browser, url: string, prepare: Kind['prepare'] = () => Promise.resolve()): Promise<Buffer> =>
  takeAt(browser, url, { prepare, folded: true }, PHONE)

async function keepAndGoOffline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByText('Kept on this device. It can be read without a connection.').waitFor()
  await page.context().setOffline(true)
  await page.goto(new URL('/guide/1/', page.url()).href)
}

async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const small = await Promise.all(pictures.map((png) => sharp(png).resize({ height: HEIGHT_PX }).toBuffer({ resolveWithObject: true })))
  const width = (small[0]?.info.width ?? 0) + GAP_PX
  return sharp({ create: { width: width * small.length - GAP_PX, height: HEIGHT_PX, channels: 3, background: '#d8d2c8' } })
    .composite(small.map(({ data }, at) => ({ input: data, left: width * at, top: 0 })))
    .webp({ quality: 82, effort: 6 })
    .toBuffer()
}
