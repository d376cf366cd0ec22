import { expect, inject } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'

for (const width of [390, 1440]) {
  const viewport = { width, height: 844 }

  test.for(Object.entries(PAGE_KINDS))(`%s is without trouble at ${width} pixels`, async ([, path], { open }) => {
    const page = await open(path, { viewport })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await page.locator('h1').count()).toBe(1)
  })
}

test('a page that is not there says so, with a way on', async ({ open }) => {
  const page = await open('/nothing/here/', { expectStatus: 404 })
  expect(await page.locator('main').innerText()).toMatch(/not (here|there|(be )?found)|no (such )?page/i)
  expect(await page.locator('main a').count()).toBeGreaterThan(0)
})

test('the check of the site finds nothing', async () => {
  const { code, stdout } = await benchbook(['check', '--out', inject('siteFolder'), '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ findings: [] })
  expect(code).toBe(0)
})
