import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { type Chromium, findChromium as find } from '../../src/pdf/chromium.ts'
import { chromePath } from '../../src/config.ts'

/**
 * The browser of the tests: that of CHROME_PATH, or else the headless shell among the packages, which takes a third of the CPU of an
 * installed Chromium.
 */
export const findChromium = (): Promise<Chromium> => find(chromePath(), { packagedFirst: true })

/** Starts that browser; without its sandbox, in which it does not start for root. */
export async function startChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...process.env, ...env }, ...options })
}
