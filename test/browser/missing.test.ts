import { expect } from 'vitest'
import { SAMPLE_BASE } from '../sample-site.ts'
import { test } from './browser.ts'

const VISIT = { expectStatus: 404 }

const NAMING: readonly [string, string][] = [
  ['/Guide/How+to+Descale+a+Kettle/999', 'How to Descale a Kettle'],
  ['/category/kettle-00000000/', 'Kettle'],
  ['/guide/dascaling.html', 'Descal'],
  ['/de/kettle/xylophone/', 'Kettle'],
]

test.for(NAMING)('the page for %s shows the likely target', async ([path, title], { open }) => {
  const page = await open(path, VISIT)
  const hit = page.locator('[data-missing] li').first()
  await hit.waitFor()
  await expect.poll(() => hit.locator('h2, h3').first().innerText()).toContain(title)
  await expect.poll(() => page.locator('[data-missing] .more a').getAttribute('href')).toMatch(/\/search\/\?q=/)
})

/** Addresses of the service, below the site's, and their targets. */
const OF_THE_SERVICE: readonly [string, string][] = [
  ['Guide/How+to+Descale+a+Kettle/1#s10', 'guide/1/#s10'],
  ['Guide/-/1/2?x=1', 'guide/1/?x=1'],
  ['Anleitung/Wasserkocher/1', 'guide/1/'],
  ['Gu%C3%ADa/-/1', 'guide/1/'],
  ['Device/Kettle', 'category/kettle-'],
  ['c/Kettle#Section_Tools', 'category/kettle-'],
  ['User/1/somebody', 'user/1/'],
]

test.for(OF_THE_SERVICE)('the address %s of the service leads to its copy', async ([path, target], { open }) => {
  const page = await open(path, VISIT)
  await page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}`.startsWith(`${SAMPLE_BASE}${target}`))
  await expect.poll(() => page.locator('[data-missing]').count()).toBe(0)
})

test.for(['/guide/99999/', '/Guide/No+Such+Kettle/99999'])(
  'a guide that the copy lacks has a link to the original: %s',
  async (path, { open }) => {
    const page = await open(path, VISIT)
    await expect
      .poll(() => page.locator('main [data-original] a:visible').getAttribute('href'))
      .toBe('https://mendery.example/Guide/-/99999')
  },
)

test('another missing page has none', async ({ open }) => {
  const page = await open('/category/kettle-00000000/', VISIT)
  await page.locator('[data-missing] li').first().waitFor()
  await expect.poll(() => page.locator('main [data-original]').isVisible()).toBe(false)
})

test.for(['/guide/99999/', '/%E0%A4%A/', '/qqqq/xxxx/'])(
  'for %s, which is similar to nothing here, the page is unchanged',
  async (path, { open }) => {
    const page = await open(path, VISIT)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.locator('[data-missing]').isVisible()).toBe(false)
    await expect.poll(() => page.locator('main a').count()).toBeGreaterThan(0)
  },
)

test('markup in an address is shown as text', async ({ open }) => {
  const page = await open('/kettle%3Cimg%20src=x%20onerror=alert(1)%3E/', VISIT)
  await page.locator('[data-missing] li').first().waitFor()
  await expect.poll(() => page.locator('[data-missing] img[onerror]').count()).toBe(0)
})
