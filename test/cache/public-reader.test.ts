import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readPrivateKeys } from '../../src/cache/private-keys.ts'
import { PublicReader } from '../../src/cache/public-reader.ts'
import { openCache } from '../../src/cache/reader.ts'
import { everything, temporaryFolder, writeCache } from './small-cache.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')

test('a private record is found by none of the ways to read one', async () => {
  const cache = await openCache(SAMPLE)
  const reader = new PublicReader(cache, new Set(['guide 44']))
  for (const kind of ['guide', 'guide-tags'] as const) {
    const [key, other] = [
      { kind, id: '44' },
      { kind, id: '27' },
    ]
    expect([await reader.recordText(key), await reader.record(key), reader.recordBytes(key)]).toEqual([undefined, undefined, undefined])
    expect((await Array.fromAsync(reader.keys(kind))).map(({ id }) => id)).not.toContain('44')
    expect(reader.recordBytes(other)?.toString()).toBe(await cache.recordText(other))
  }
  expect(cache.recordBytes({ kind: 'guide', id: '44' })).toBeDefined()
  expect(await Array.fromAsync(reader.list('guides'))).not.toContainEqual(expect.objectContaining({ guideid: 44 }))
})

test('a guide that only the list of featured ones calls private is kept from readers, in each list', async () => {
  const folder = await temporaryFolder()
  const [open, secret] = [{ guideid: 27 }, { guideid: 44 }]
  const lists = { guides: [open, secret], 'guides-featured': [open, { ...secret, public: false }] }
  await writeCache(folder, { lists, manifest: { includesPrivate: false } })
  const cache = await openCache(folder)
  const names = await readPrivateKeys(cache)
  expect([...names]).toEqual(['guide 44'])
  const reader = new PublicReader(cache, names)
  for (const name of ['guides', 'guides-featured'] as const) expect(await everything(reader.list(name))).toEqual([open])
})
