import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { palettesIn } from '../../src/brand/tokens.ts'
import { signIn } from '../../src/brand/sign.ts'
import { startChromium } from '../../test/browser/chromium.ts'
import { exitCodeOf } from '../../src/cli/exit-code.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The pictures of every site, by name: their size in pixels, and the share of the height that the sign occupies. */
const PICTURES = {
  // Without rounded corners: phones cut their own.
  'apple-touch-icon.png': { width: 180, height: 180, share: 1, corners: 0 },
  'social-card.png': { width: 1200, height: 630, share: 0.5, corners: 8 },
}

/** Draws the project's sign into the PNG files of public/, for browsers and previews that support only PNG. */
async function draw(): Promise<number> {
  const { light } = palettesIn(await readFile(join(ROOT, 'src/styles/tokens.css'), 'utf8'))
  await using browser = await startChromium()
  for (const [name, { width, height, share, corners }] of Object.entries(PICTURES)) {
    await using page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(`<style>
      body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${light['accent-soft'] ?? ''} }
      svg { height: ${share * 100}vh }
    </style>${signIn(light, corners)}`)
    await writeFile(join(ROOT, 'public', name), await page.screenshot())
  }
  console.log('Drew the pictures of public/.')
  return 0
}

process.exitCode = await exitCodeOf(draw)
