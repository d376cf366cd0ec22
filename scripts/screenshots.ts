import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { userCwd } from '../src/config.ts'
import { findChromium } from '../test/browser/chromium.ts'
import { exitCodeOf } from '../src/cli/exit-code.ts'
import { interruptSignal } from '../src/cli/interrupt.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { KINDS, LOOKS } from './screenshots/kinds.ts'
import { writeOfflinePicture } from './screenshots/offline.ts'
import { writeReadmePictures } from './screenshots/readme.ts'
import { sampleSite } from './screenshots/site.ts'
import { take } from './screenshots/take.ts'

interface Flags {
  out: string
  kind?: string
  readme: boolean
}

async function screenshots({ out, kind: only, readme }: Flags): Promise<number> {
  const folder = resolve(userCwd(), out)
  await using site = await sampleSite(interruptSignal())
  const { executablePath, env } = await findChromium()
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...env } })
  await mkdir(folder, { recursive: true })
  for (const [kind, page] of Object.entries(KINDS).filter(([kind]) => !only || kind === only))
    for (const [name, look] of Object.entries(LOOKS))
      await writeFile(join(folder, `${kind}-${name}.png`), await take(browser, site.url, page, look))
  if (readme) await writeReadmePictures(browser, site.url)
  if (readme) await writeOfflinePicture(browser, site.url)
  console.log(`Wrote the screenshots: ${folder}`)
  return 0
}

const command = newCommand('npm run screenshots --')
  .option('--out <DIR>', 'The folder for the pictures.', 'screenshots')
  .option('--kind <NAME>', `One kind of page only: ${Object.keys(KINDS).join(', ')}.`)
  .option('--readme', 'Write those of README.md and docs/offline.md as well; needs kiwix-serve.', false)
process.exitCode = await exitCodeOf(() => screenshots(command.parse().opts<Flags>()))
