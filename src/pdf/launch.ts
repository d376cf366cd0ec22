import type { Browser } from 'playwright-core'
import { browserEnvironment } from '../config.ts'
import { UsageError } from '../errors.ts'
import { type Chromium, hasDriver } from './chromium.ts'

/**
 * Starts a browser in its sandbox; without one only if it does not start with it, as in most containers and for root. It gets only the
 * environment that a browser needs: no token. Throws a {@link UsageError} if it does not start, or if no driver is installed.
 */
export async function launchChromium({ executablePath, env }: Chromium): Promise<Browser> {
  if (!hasDriver())
    throw new UsageError('Printing needs the package playwright-core. Run "npm install playwright-core" beside Benchbook.', {
      code: 'ERR_BROWSER',
    })
  const { chromium } = await import('playwright-core')
  const start = (chromiumSandbox: boolean) => chromium.launch({ executablePath, chromiumSandbox, env: { ...browserEnvironment(), ...env } })
  try {
    return await start(true).catch(() => start(false))
  } catch (cause) {
    throw new UsageError(`${executablePath} did not start as a browser. Name another Chrome or Chromium in CHROME_PATH.`, {
      cause,
      code: 'ERR_BROWSER',
      path: executablePath,
    })
  }
}
