import { expect } from 'vitest'
import { every, sweepOr } from '../sweep.ts'
import { test } from './browser.ts'

const VISIT = { expectStatus: 404 }

const NAMING: readonly [string, string][] = [
  ['/Guide/How+to+Descale+a+Kettle/999', 'How to Descale a Kettle'],
  ['/category/kettle-00000000/', 'Kettle'],
  ['/guide/dascaling.html', 'Descal'],
  ['/de/kettle/xylophone/', 'Kettle'],
]

test.for(sweepOr(NAMING, every(4)))('the page for %s shows what it may have named', async ([path, title], { open }) => {
  const page = await open(path, VISIT)
  const hit = page.locator('[data-missing] li').first()
  await hit.waitFor()
  expect(await hit.locator('h2, h3').first().innerText()).toContain(title)
  expect(await page.locator('[data-missing] .more a').getAttribute('href')).toMatch(/\/search\/\?q=/)
})

test.for(sweepOr(['/guide/99999/', '/%E0%A4%A/', '/qqqq/xxxx/'], (path) => path === '/%E0%A4%A/'))(
  'for %s, which names nothing that is here, it is as it was',
  async (path, { open }) => {
    const page = await open(path, VISIT)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('[data-missing]').isVisible()).toBe(false)
    expect(await page.locator('main a').count()).toBeGreaterThan(0)
  },
)

test('markup in an address stays text', async ({ open }) => {
  const page = await open('/kettle%3Cimg%20src=x%20onerror=alert(1)%3E/', VISIT)
  await page.locator('[data-missing] li').first().waitFor()
  expect(await page.locator('[data-missing] img[onerror]').count()).toBe(0)
})
