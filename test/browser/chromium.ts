import { type Chromium, findChromium as find } from '../../src/pdf/chromium.ts'
import { chromePath } from '../../src/config.ts'

/** The browser of the tests: the one that `benchbook pdf` takes. */
export const findChromium = (): Promise<Chromium> => find(chromePath())
