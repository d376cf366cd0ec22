import { findChromium } from './chromium.ts'

/** Runs once before the browser tests, so that none of them waits for it. */
export async function setup(): Promise<void> {
  await findChromium()
}
