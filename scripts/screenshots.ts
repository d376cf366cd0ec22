import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { exitCodeOf, interruptSignal } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { build } from '../src/cli/stages/build.ts'
import { readConfig, userCwd } from '../src/config.ts'
import { ROOT } from '../src/installation.ts'
import { serveSite, type Serving } from '../src/publish/serve.ts'
import { startChromium } from '../test/browser/chromium.ts'
import { withFolder } from './bench/runs.ts'
import { writeOfflinePicture, writeReadmePictures } from './screenshots/for-docs.ts'
import { type Kind, KINDS, LOOKS, take } from './screenshots/pages.ts'

interface Flags {
  out: string
  kind?: string
  readme: boolean
}

function screenshots({ out, kind: only, readme }: Flags): Promise<number> {
  const folder = resolve(userCwd(), out)
  return withFolder(async (home) => {
    const site = await sampleSite(home)
    try {
      await using browser = await startChromium()
      await mkdir(folder, { recursive: true })
      for (const [kind, page] of Object.entries<Kind>(KINDS).filter(([kind]) => !only || kind === only))
        for (const [name, look] of Object.entries(LOOKS))
          await writeFile(join(folder, `${kind}-${name}.png`), await take(browser, site.url, page, look))
      if (readme) await writeReadmePictures(browser, site.url)
      if (readme) await writeOfflinePicture(browser, site.url)
    } finally {
      site.close()
    }
    console.log(`Wrote the screenshots: ${folder}`)
    return 0
  })
}

const NAMES = ['lists', 'media', 'records', 'records.ndjson', 'manifest.json']

/** Builds and serves the sample, with an Arabic interface in addition to its own languages; the content stays untranslated. */
async function sampleSite(folder: string): Promise<Serving> {
  const [sample, cache, out] = [join(ROOT, 'sample'), join(folder, 'cache'), join(folder, 'dist')]
  for (const name of NAMES) await cp(join(sample, name), join(cache, name), { recursive: true })
  const manifest = JSON.parse(await readFile(join(sample, 'manifest.json'), 'utf8')) as { translations?: string[] }
  await writeFile(join(cache, 'manifest.json'), JSON.stringify({ ...manifest, translations: [...(manifest.translations ?? []), 'ar'] }))
  await build({ ...readConfig({ name: 'The Mendery', licence: 'CC BY-SA 4.0' }, {}), cache, out }, interruptSignal())
  return serveSite(out, { base: '/', port: 0 })
}

const command = newCommand('npm run screenshots --')
  .option('--out <DIR>', 'The folder for the pictures.', 'screenshots')
  .option('--kind <NAME>', `One kind of page only: ${Object.keys(KINDS).join(', ')}.`)
  .option('--readme', 'Write those of README.md and docs/offline.md as well; needs kiwix-serve.', false)
process.exitCode = await exitCodeOf(() => screenshots(command.parse().opts<Flags>()))
