import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { optionsFor } from '../crawl/server.ts'
import { guide, smallService } from '../crawl/small-service.ts'
import { differing, siteFiles } from '../site-files.ts'

async function three() {
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  const guides = [1, 2, 3].map((id) => guide(id))
  const service = await smallService({ guides })
  const again = () => crawl(optionsFor(service.url, cache))
  await again()
  return { home, cache, out, guides, again, build: (...flags: string[]) => benchbook(['build', '--cache', cache, '--out', out, ...flags]) }
}

test('a site with too many files leaves the previous one, and an error says what to do', async () => {
  const { out, build } = await three()
  expect((await build()).code).toBe(0)
  const before = await siteFiles(out)
  const { code, stderr } = await build('--max-files', '20', '--compress')
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /(?:^|\n)benchbook: The site has \d+ files, and --max-files allows 20\. .*without --compress does not make\. .* The previous site stays\.\n$/,
  )
  expect(differing(before, await siteFiles(out))).toEqual([])
})

test('a target host or compressed copies re-render no page; an edit makes what a full build makes', async () => {
  const { home, cache, out, guides, again, build } = await three()
  await build()
  const flags = ['--target', 'nginx', '--target', 'apache,netlify', '--compress']
  const { stdout } = await build(...flags)
  expect(stdout).toContain('Rendered 0 of them')
  expect(stdout).toContain(`What servers read is in ${out}.hosts.`)
  expect(await readdir(`${out}.hosts`)).toEqual(['.benchbook.json', 'nginx-http.conf', 'nginx-server.conf', 'nginx-shared.conf'])
  const untouched = await stat(join(out, 'guide/1/index.html.br'))
  Object.assign(guides[1] ?? {}, { title: 'Another title', modified_date: 1_900_000_000 })
  await again()
  await build(...flags)
  expect((await stat(join(out, 'guide/1/index.html.br'))).ino).toBe(untouched.ino)
  const full = join(home, 'full')
  expect((await benchbook(['build', '--cache', cache, '--out', full, '--render-all', ...flags])).code).toBe(0)
  expect(differing(await siteFiles(out), await siteFiles(full))).toEqual([])
  for (const name of ['nginx-http.conf', 'nginx-server.conf'])
    expect(await readFile(join(`${out}.hosts`, name), 'utf8')).toBe(await readFile(join(`${full}.hosts`, name), 'utf8'))
  expect((await benchbook(['check', '--cache', cache, '--out', out])).code).toBe(0)
})

test('a bundle of a site for a host contains nothing for the host', async () => {
  const { home, cache } = await three()
  await writeFile(
    join(home, 'benchbook.config.json'),
    JSON.stringify({ build: { target: ['apache', 'netlify'], compress: true, maxFiles: 1 } }),
  )
  const out = join(home, 'folder')
  const { code, stderr } = await startBenchbook(['bundle', '--cache', cache, '--format', 'folder', '--out', out], { cwd: home }).ended
  expect([code, stderr]).toEqual([0, ''])
  expect((await readdir(out, { recursive: true })).filter((file) => /\.(br|gz)$|htaccess|_redirects/.test(file))).toEqual([])
})
