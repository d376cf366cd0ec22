import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { userCwd } from '../src/config.ts'
import { serveSite } from '../src/publish/serve.ts'
import { findChromium } from '../test/browser/chromium.ts'
import { exitCodeOf } from './exit-code.ts'
import { guidesOf, placesOf, WINDOWS } from './first-step/measure.ts'
import { isSoon, tableOf } from './first-step/table.ts'
import { newCommand } from './new-command.ts'

async function firstStep(folder: string): Promise<number> {
  const guides = await guidesOf(folder)
  const site = await serveSite(folder, { base: '/', port: 0 })
  const { executablePath, env } = await findChromium()
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...env } })
  try {
    const measured = {
      phone: await placesOf(browser, site.url, guides, 'phone'),
      desktop: await placesOf(browser, site.url, guides, 'desktop'),
    }
    console.log(tableOf(measured))
    return isSoon(measured) ? 0 : 1
  } finally {
    site.close()
  }
}

process.exitCode = await exitCodeOf(() => {
  const { site } = newCommand('npm run first-step --')
    .description('Measures on a built site how far down the button "Start" and the first step of each guide are.')
    .option('--site <DIR>', 'The built site.', '.demo/dist')
    .addHelpText(
      'after',
      `\nExit codes: 0 the button is in the first window (${WINDOWS.phone.height} px on a phone, ${WINDOWS.desktop.height} px on a desktop) on every guide, and the median first step within 1.5 windows of a phone · 1 not so · 2 wrong use`,
    )
    .parse()
    .opts<{ site: string }>()
  return firstStep(resolve(userCwd(), site))
})
