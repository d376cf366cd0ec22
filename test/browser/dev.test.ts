import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { firstSaid, startBenchbook } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE } from '../sample-copy.ts'
import { test } from './browser.ts'

const folder = folderForAll()
// Leftovers of a preview would be here.
const temporary = join(folder, 'tmp')
const site = join(folder, 'site')
/** Writes at once: the preview would report half a file as wrong. */
async function write(name: string, text: string): Promise<void> {
  await writeFile(join(folder, 'next'), text)
  await rename(join(folder, 'next'), join(site, name))
}
// A module, which Node reads once.
const configure = (options: object) => write('benchbook.config.mts', `export default ${JSON.stringify({ cache: SAMPLE, ...options })}\n`)

let started: ReturnType<typeof startBenchbook>
let url: string
beforeAll(async () => {
  for (const name of [temporary, join(site, 'pages'), join(site, 'components')]) await mkdir(name, { recursive: true })
  await configure({ footer: 'First light' })
  started = startBenchbook(['dev', '--port', '0'], { cwd: site, env: { TMPDIR: temporary } })
  const said = await firstSaid(started)
  url = /A preview of \d+ pages is at (\S+)/.exec(said)?.[1] ?? said
})
afterAll(async () => {
  started.child.kill('SIGINT')
  const { code, stderr } = await started.ended
  // A busy machine needs more than the second of grace of an interrupted command.
  expect([0, 130]).toContain(code)
  expect(stderr.replace(/^benchbook: ("acent"|.*SiteFooter.astro, line 1: nothing is not defined).*\n/gm, '')).toBe('')
})

test('a preview shows each change of the configuration automatically, and reports errors in it', async ({ open }) => {
  const page = await open(url)
  const footer = page.locator('footer')
  await expect.poll(() => footer.innerText()).toContain('First light')
  await page.locator('main a[href*="/guide/"]').first().click()
  await page.locator('.step').first().waitFor()

  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  await configure({ footer: 'Second thoughts', accent: '#8a1c7c' })
  await expect.poll(() => footer.innerText()).toContain('Second thoughts')
  await expect.poll(accent).toContain('#8a1c7c')

  await configure({ acent: '#8a1c7c' })
  const alert = page.getByRole('alert')
  await expect.poll(() => alert.allInnerTexts()).toEqual([expect.stringContaining('"acent" in')])
  await expect.poll(() => footer.innerText()).toContain('Second thoughts')
  await configure({ footer: 'Third time' })
  await expect.poll(() => footer.innerText()).toContain('Third time')
  await expect.poll(() => alert.count()).toBe(0)
})

test('a custom page, word and component appear and disappear', async ({ open }) => {
  await configure({ pages: 'pages', components: 'components' })
  const page = await open(url)
  await write('pages/imprint.md', '# Imprint\n\nA shop by the sea\n')
  await expect.poll(() => page.locator('footer').innerText()).toContain('Imprint')
  await page.goto(`${url}page/imprint/`)
  await expect.poll(() => page.locator('main').innerText()).toContain('A shop by the sea')
  await write('pages/imprint.md', '# Imprint\n\nA shop in the hills\n')
  await expect.poll(() => page.locator('main').innerText()).toContain('A shop in the hills')

  await page.goto('about:blank')
  await write('components/SiteFooter.astro', '<footer>{nothing}</footer>\n')
  await expect.poll(async () => (await fetch(url)).text()).toContain(`${join(site, 'components/SiteFooter.astro')}, line 1: nothing is not`)
  expect((await fetch(`${url}benchbook-preview.js`)).status).toBe(200)
  await write('components/SiteFooter.astro', '<footer>Nothing but this</footer>\n')
  await expect.poll(async () => (await fetch(url)).text()).toContain('Nothing but this')
  await page.goto(url)
  await rm(join(site, 'components/SiteFooter.astro'))
  await expect.poll(() => page.locator('footer').innerText()).toContain('Imprint')
  await fetch(`${url}pagefind/pagefind.js`)
  await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual([expect.stringContaining('there is none in')])
})

test('every address of the site is served, "not found" too, and only one preview remains in the temporary folder', async () => {
  for (const path of ['guide/1/', 'search/', 'about/']) expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
  expect(await (await fetch(`${url}nowhere/`)).text()).toContain('benchbook-preview.js')
  expect(Object.keys((await (await fetch(`${url}one-file.json`)).json()) as object).sort()).toEqual(['policy', 'script', 'style'])
  // One shows, one waits, and one compiles.
  await expect.poll(async () => (await readdir(temporary)).filter((name) => name.startsWith('benchbook-preview-')).length).toBe(3)
})
