import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readPrivateKeys } from '../../src/cache/private-keys.ts'
import { PublicReader } from '../../src/cache/public-reader.ts'
import { openCache } from '../../src/cache/reader.ts'
import { everything, smallCache } from './small-cache.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')

test('no method of the reader returns a private record', async () => {
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

test('a guide that only the list of featured guides marks as private is hidden from readers in each list', async () => {
  const [open, secret] = [{ guideid: 27 }, { guideid: 44 }]
  const lists = { guides: [open, secret], 'guides-featured': [open, { ...secret, public: false }] }
  const { cache } = await smallCache({ lists, manifest: { includesPrivate: false } })
  const names = await readPrivateKeys(cache)
  expect([...names]).toEqual(['guide 44'])
  const reader = new PublicReader(cache, names)
  for (const name of ['guides', 'guides-featured'] as const) expect(await everything(reader.list(name))).toEqual([open])
})

test('authors and tags of private guides only are hidden from readers, others are not', async () => {
  const guides = [
    { guideid: 1, userid: 7, tags: ['lever', 'kettle'] },
    { guideid: 2, public: false, userid: 8, tags: ['lever', 'prototype'] },
    { guideid: 3, public: false, userid: 9, tags: ['secret plan'] },
  ]
  const records = [
    { kind: 'user' as const, id: '7', body: {} },
    { kind: 'user' as const, id: '8', body: {} },
    { kind: 'user' as const, id: '9', body: {} },
    { kind: 'guide' as const, id: '3', body: { guideid: 3, public: false, author: { userid: 10 } } },
    { kind: 'guide-tags' as const, id: '3', body: ['unlisted'] },
    { kind: 'wiki-tags' as const, id: 'CATEGORY/Kettle', body: ['prototype'] },
    { kind: 'team-members' as const, id: '1', body: [{ userid: 9 }] },
  ]
  const tags = ['lever', 'kettle', 'prototype', 'secret plan', { tag: 'unlisted' }]
  const { cache } = await smallCache({ lists: { guides, tags }, records })
  const names = await readPrivateKeys(cache)
  expect([...names].sort()).toEqual(['guide 2', 'guide 3', 'tag secret plan', 'tag unlisted', 'user 10', 'user 8'])
  const reader = new PublicReader(cache, names)
  expect((await everything(reader.keys('user'))).map(({ id }) => id)).toEqual(['7', '9'])
  expect(await everything(reader.list('tags'))).toEqual(['lever', 'kettle', 'prototype'])
})
