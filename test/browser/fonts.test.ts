import { expect } from 'vitest'
import { test } from './browser.ts'

test('a page has its own fonts, without layout shifts, and prints in the fonts of the machine', async ({ open }) => {
  const page = await open('guide/8/')
  const asBuilt = await page.context().browser()?.newContext()
  if (!asBuilt) throw new Error('The page has no browser.')
  await using context = asBuilt
  const own = await context.newPage()
  await own.goto(page.url(), { waitUntil: 'networkidle' })
  // They were loaded for the page before.
  await own.goto(new URL('../9/', page.url()).href, { waitUntil: 'load' })
  const families = () =>
    own.evaluate(() => ({
      first: getComputedStyle(document.body).fontFamily.split(',')[0],
      loaded: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, display }) => `${family} ${display}`),
    }))
  await expect.poll(families).toMatchObject({ first: '"Noto Sans"', loaded: ['Noto Sans optional'] })
  await own.emulateMedia({ media: 'print' })
  await expect.poll(() => families()).toMatchObject({ first: 'system-ui' })
})
