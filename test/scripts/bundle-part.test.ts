import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { followAll } from '../real-site/follow.ts'
import { SAMPLE } from '../replica/peer.ts'

test('a bundle of a category has all that it shows, marks what leads out of it, and says what it is', async () => {
  const out = join(await temporaryFolder(), 'part')
  const args = ['bundle', '--category', 'Inner Tube', '--format', 'folder', '--cache', SAMPLE, '--out', out]
  expect(await benchbook(args)).toMatchObject({ code: 0 })
  const get = async (url: string): Promise<string> => {
    const bytes = await readFile(fileURLToPath(url))
    return url.endsWith('.html') ? bytes.toString() : ''
  }
  const { pages, broken } = await followAll(pathToFileURL(join(out, 'index.html')).href, { get })
  expect(broken).toEqual([])
  const links = [...pages.values()].flatMap((html) => html.match(/<a [^>]*href="https:\/\/mendery\.example[^>]*>/g) ?? [])
  expect(links.filter((link) => !/class="[^"]*\bleaving\b/.test(link))).toEqual([])
  // Other guides of the categories above, and those that a text names.
  expect(links.filter((link) => link.includes('mendery.example/Guide/')).length).toBeGreaterThan(2)
  const home = pages.get('index.html') ?? ''
  expect(home).toMatch(/2 guides in 3 categories/)
  expect(home).toMatch(/Inner Tube · Last updated <time datetime="\d{4}-\d\d-\d\dT/)
  expect(home).toMatch(/A copy of <a [^>]*href="https:\/\/mendery\.example\/">mendery\.example<\/a>/)
  expect(home).toMatch(/<a rel="license[^"]*" href="https:\/\/creativecommons\.org\/licenses\/by-sa\/4\.0\/">CC BY-SA 4\.0<\/a>/)
})
