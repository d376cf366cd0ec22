import { type Chromium, findChromium as find } from '../../src/pdf/chromium.ts'
import { chromePath } from '../../src/config.ts'

/**
 * The browser of the tests: that of CHROME_PATH, or else the headless shell among the packages, which takes a third of the CPU of an
 * installed Chromium.
 */
export const findChromium = (): Promise<Chromium> => find(chromePath(), { packagedFirst: true })
