import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeExcerpt, type Choice } from '../../src/bundle/excerpt.ts'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { readPrivateNames } from '../../src/cache/private-keys.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { everything, smallCache, temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE } from '../replica/peer.ts'

const ALL: Choice = { category: '', lang: [], sizes: ['standard', 'medium', 'large'] }

async function excerptOf(changes: Partial<Choice>) {
  const folder = await temporaryFolder()
  const from = await openCache(SAMPLE)
  await writeExcerpt(from, { from: SAMPLE, to: folder }, { ...ALL, ...changes })
  return { from, to: await openCache(folder), folder }
}

test('an excerpt has a stable secret that differs from those of the whole and of other excerpts', async () => {
  const records = [1, 2].map((guideid) => ({ kind: 'guide' as const, id: String(guideid), body: { guideid, steps: [] } }))
  const { folder: from, cache } = await smallCache({ records })
  const secretOf = async (changes: Partial<Choice>) =>
    (await writeExcerpt(cache, { from, to: await temporaryFolder() }, { ...ALL, ...changes })).secret
  const secrets = [cache.manifest.secret, await secretOf({ guide: [1] }), await secretOf({ guide: [2] }), await secretOf({ guide: [1, 2] })]
  expect(new Set(secrets).size).toBe(4)
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{16}$/)
  expect(await secretOf({ guide: [2, 1, 2] })).toBe(secrets[3])
})

const idsOf = async (cache: CacheReader, kind: Parameters<CacheReader['keys']>[0]) =>
  (await everything(cache.keys(kind))).flatMap(({ id, lang }) => (lang ? [] : id))

test('a category comes with the prerequisites, tools, parts, authors and media of its guides, and few other records', async () => {
  const { from, to, folder } = await excerptOf({ category: 'Inner Tube' })
  expect(await idsOf(to, 'guide')).toEqual(['13', '14'])
  expect(await idsOf(to, 'wiki')).toEqual(
    expect.arrayContaining(['CATEGORY/Inner Tube', 'CATEGORY/Bicycle Wheel', 'ITEM/Tyre Lever', 'ITEM/Inner Tube']),
  )
  expect(await idsOf(to, 'user')).toContain('1')
  expect((await idsOf(to, 'wiki')).length).toBeLessThan((await idsOf(from, 'wiki')).length / 2)
  expect(await everything(to.list('guides'))).toMatchObject([{ guideid: 13 }])
  expect(to.manifest).toMatchObject({ part: { category: 'Inner Tube' }, source: from.manifest.source })
  const media = await Array.fromAsync(filesBelow(folder, 'media'))
  const guide = (await to.record({ kind: 'guide', id: '13' })) as { image: { standard: string } }
  expect(to.media(guide.image.standard)?.file).toBe(from.media(guide.image.standard)?.file)
  expect(media.length).toBeGreaterThan(10)
  expect(media.length).toBeLessThan((await Array.fromAsync(filesBelow(SAMPLE, 'media'))).length / 4)
})

test('a category includes its subcategories', async () => {
  const { to } = await excerptOf({ category: 'Kettle' })
  expect(await idsOf(to, 'guide')).toEqual(expect.arrayContaining(['3', '4', '5', '6']))
})

test('records are copied byte for byte', async () => {
  const { from, to } = await excerptOf({ category: 'Bicycle Wheel' })
  const keys = await everything(to.keys())
  expect(keys.length).toBeGreaterThan(10)
  for (const key of keys) expect(await to.recordText(key)).toBe(await from.recordText(key))
})

test('private records remain known as private, though the excerpt omits them', async () => {
  const guide = (guideid: number, rest: object = {}) => {
    const body = { guideid, steps: [], introduction_rendered: '<a href="/Guide/-/2">2</a>', ...rest }
    return { kind: 'guide' as const, id: String(guideid), body }
  }
  const { folder: from, cache } = await smallCache({
    records: [guide(1), guide(2, { public: false }), guide(3)],
    lists: { guides: [1, 2, 3, 4].map((guideid) => ({ guideid, public: guideid !== 4 })) },
  })
  const folder = await temporaryFolder()
  await writeExcerpt(cache, { from, to: folder }, { ...ALL, guide: [1] })
  const to = await openCache(folder)
  expect(await idsOf(to, 'guide')).toEqual(['1'])
  expect([...(await readPrivateNames(to))].sort()).toEqual(['guide 2', 'guide 4'])
})

test('fewer picture sizes give fewer files', async () => {
  const [all, some] = [await excerptOf({ category: 'Kettle' }), await excerptOf({ category: 'Kettle', sizes: ['standard'] })]
  const count = async ({ folder }: typeof all) => (await Array.fromAsync(filesBelow(folder, 'media'))).length
  expect(await count(some)).toBeLessThan(await count(all))
})

test('only the chosen languages are copied', async () => {
  const langs = async (changes: Partial<Choice>) =>
    new Set((await everything((await excerptOf(changes)).to.keys())).map(({ lang = '' }) => lang))
  const all = await langs({ category: 'Bicycle Chain' })
  expect(all.size).toBeGreaterThan(2)
  expect(await langs({ category: 'Bicycle Chain', lang: ['de'] })).toEqual(new Set(['', 'de']))
  expect(await langs({ category: 'Bicycle Chain', lang: ['all'] })).toEqual(all)
})

test('a category without guides is refused by an error, and nothing is finished', async () => {
  const folder = await temporaryFolder()
  const written = writeExcerpt(await openCache(SAMPLE), { from: SAMPLE, to: folder }, { ...ALL, category: 'Spaceship' })
  await expect(written).rejects.toMatchObject({ code: 'ERR_PART_EMPTY', facts: { option: 'category' } })
  expect(readdirSync(folder)).not.toContain('manifest.json')
})
