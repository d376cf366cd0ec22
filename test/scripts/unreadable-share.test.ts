import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordPath } from '../../src/cache/layout.ts'
import type { Unreadable } from '../../src/views/catalog/unreadable.ts'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guide } from '../crawl/small-service.ts'
import { SWEEP } from '../sweep.ts'

const guides = Array.from({ length: 30 }, (_, at) => guide(at + 1))

/** A cache of thirty guides, and how it is built. */
async function thirty() {
  const folder = await temporaryFolder()
  const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
  const records = guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body }))
  await writeCache(cache, { records, lists: { guides: guides.map(({ guideid, title }) => ({ guideid, title })) } })
  return {
    cache,
    build: (...flags: string[]) => benchbook(['build', '--cache', cache, '--out', out, ...flags]),
    damage: async (count: number) => {
      for (let id = 1; id <= count; id++) await writeFile(join(cache, recordPath({ kind: 'guide', id: String(id) })), '{"guideid":')
    },
    page: (id: number) => readFile(join(out, `guide/${id}/index.html`), 'utf8'),
  }
}

test('a site is not replaced when too many of its records cannot be shown; with --allow-unreadable it is', async () => {
  const { build, damage, page } = await thirty()
  expect(await build()).toMatchObject({ code: 0 })
  const before = await page(1)

  await damage(10)
  if (SWEEP) {
    expect(await build()).toMatchObject({ code: 1, stdout: expect.stringContaining('10 records could not be read') as string })
    expect(await page(1)).toContain('This page cannot be shown')
  }
  await damage(12)
  const kept = await page(11)
  const refused = await build('--json')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^benchbook: Of 30 records of the kind guide in the cache 12 cannot be shown, and --allow-unreadable allows 20 %\. The previous site stays\. The first: records\/guide\/.* is damaged.*--allow-unreadable 40 /,
  )
  const facts = { option: 'allowUnreadable', all: 30, lost: 12, allowedPercent: 20 }
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'ERR_UNREADABLE_SHARE', ...facts } })
  expect(await page(11)).toBe(kept)
  expect(kept).not.toContain('This page cannot be shown')
  expect(before).not.toContain('This page cannot be shown')

  expect(await build('--allow-unreadable', '40')).toMatchObject({ code: 1 })
  expect(await page(11)).toContain('This page cannot be shown')
})

if (SWEEP)
  test('where no site stands, one is made of what can be shown', async () => {
    const { build, damage, page } = await thirty()
    await damage(29)
    expect(await build()).toMatchObject({ code: 1 })
    expect(await page(30)).not.toContain('This page cannot be shown')
  })

test('a line of a list that is damaged costs that line, is named, and ends the build with 1', async () => {
  const { build, cache, page } = await thirty()
  const cut = async (path: string, from: string, to: string) =>
    writeFile(join(cache, path), (await readFile(join(cache, path), 'utf8')).replace(from, to))
  await cut('lists/guides.ndjson', '{"guideid":3,', '{"guideid":3')
  await cut('records.ndjson', '"id":"4"', '"id":"4')
  const built = await build('--json')
  expect(built.code).toBe(1)
  const { unreadable } = JSON.parse(built.stdout) as { unreadable: Unreadable[] }
  expect(unreadable.map(({ id }) => id)).toEqual(['lists/guides.ndjson 3', expect.stringMatching(/^records\.ndjson \d+$/)])
  expect(await page(3)).toContain('<h1')
  expect(await page(5)).toContain('<h1')
  await expect(page(4)).rejects.toThrow('ENOENT')
})

if (SWEEP)
  test('the only user of a site may be unreadable: the site is replaced, and the build exits with 1', async () => {
    const folder = await temporaryFolder()
    const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
    const user = { kind: 'user' as const, id: '1' }
    const records = [
      { kind: 'guide' as const, id: '1', body: guide(1, { author: { userid: 1, username: 'One' } }) },
      { ...user, body: { userid: 1, username: 'One' } },
    ]
    await writeCache(cache, { records, lists: { guides: [{ guideid: 1, title: 'One', userid: 1 }] } })
    const build = () => benchbook(['build', '--cache', cache, '--out', out])
    expect(await build()).toMatchObject({ code: 0 })
    await writeFile(join(cache, recordPath(user)), '{"userid":')
    expect(await build()).toMatchObject({ code: 1, stdout: expect.stringContaining('could not be read') as string })
    expect(await readFile(join(out, 'user/1/index.html'), 'utf8')).toContain('A part of this page is missing')
  })
