import { appendFile, cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { sampleSite } from '../sample-site.ts'

test('check names what was changed in the site since the build, including its list; without the list it reports only that', async () => {
  const folder = await temporaryFolder()
  const out = join(folder, 'dist')
  const { cache, out: built } = await sampleSite()
  await cp(built, out, { recursive: true })
  await cp(`${built}.sha256`, `${out}.sha256`)
  const check = (...more: string[]) => benchbookHere(['check', '--cache', cache, '--out', out, ...more])

  const untouched = await check()
  expect(untouched.code, untouched.stdout).toBe(0)
  expect(untouched.stdout).not.toContain('dist.sha256')

  await appendFile(join(out, 'guide/5/index.html'), '<!-- mine -->')
  await writeFile(join(out, 'pagefind/extra.bin'), 'mine')
  await rm(join(out, '_headers'))
  const { code, stdout } = await check()
  expect(code).toBe(1)
  expect(stdout).toContain('3 changed files')
  expect(stdout).toContain('guide/5/index.html is not as it was built')
  expect(stdout).toMatch(/^Build the site again, after a crawl with --verify 100 if .+$/m)
  expect(untouched.stdout).not.toContain('Build the site again')
  const both = await check('--full', '--part', '1/7')
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Leave out one of the two.')])
  const { findings } = JSON.parse((await check('--json')).stdout) as { findings: { kind: string; pages: string[] }[] }
  expect(findings.map(({ kind, pages }) => [kind, ...pages])).toEqual(
    ['_headers', 'guide/5/index.html', 'pagefind/extra.bin'].map((file) => ['changed file', file]),
  )

  await writeFile(`${out}.sha256`, (await readFile(`${out}.sha256`, 'utf8')).slice(0, -100))
  const cut = await check()
  expect(cut.code).toBe(1)
  expect(cut.stdout).toContain(`${out}.sha256 is of another build, or it or the site's marker was changed`)

  await writeFile(join(out, '.benchbook.json'), 'shopping list')
  expect((await check()).stderr).toContain('.benchbook.json, by which Benchbook knows its own site, is damaged. Move the folder away')
  await cp(join(built, '.benchbook.json'), join(out, '.benchbook.json'))

  await rename(`${out}.sha256`, join(folder, 'elsewhere'))
  const without = await check()
  expect(without.code, without.stdout).toBe(0)
  expect(without.stdout).toContain(`There is no ${out}.sha256, the list of what was built`)
})
