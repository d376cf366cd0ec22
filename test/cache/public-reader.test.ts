import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PublicReader } from '../../src/cache/public-reader.ts'
import { openCache } from '../../src/cache/reader.ts'

const SAMPLE = resolve(import.meta.dirname, '../../src/sample')

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
