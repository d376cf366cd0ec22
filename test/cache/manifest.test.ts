import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { finishedMark } from '../../src/cache/manifest.ts'
import { CacheReader, openCache } from '../../src/cache/reader.ts'
import { writeFiles } from '../folders.ts'
import { changeJson } from '../sample-copy.ts'
import { manifestOf, smallCache } from './small-cache.ts'
import { MANIFEST_PATH } from '../../src/cache/layout.ts'

test('opening a cache waits while a crawl moves its records into place, but not for an interrupted one', async () => {
  const { folder } = await smallCache({})
  const pending = { 'pending/manifest.json': JSON.stringify(manifestOf()) }
  await writeFiles(folder, pending)
  const lock = await lockCache(folder, () => undefined)
  expect(await finishedMark(folder)).toBe('')
  const opened = openCache(folder)
  opened.catch(() => undefined)
  for (let turns = 0; turns < 100; turns++) await nextTurn()
  await rm(join(folder, 'pending'), { recursive: true })
  await expect(opened).resolves.toBeInstanceOf(CacheReader)
  expect(await finishedMark(folder)).not.toBe('')
  await lock.release()
  await writeFiles(folder, pending)
  await expect(openCache(folder)).rejects.toMatchObject({
    code: 'ERR_CACHE_UNFINISHED',
    facts: { path: folder },
    message: expect.stringContaining('was cut short while it was moving its records into place') as string,
  })
})

async function openedWith(fields: object) {
  const { folder } = await smallCache({})
  await changeJson(join(folder, MANIFEST_PATH), fields)
  return openCache(folder)
}

test.each<[string, object]>([
  ['translations.0', { translations: ['../../../evil'] }],
  ['translations.1', { translations: ['de', 'en\n  RewriteRule ^login https://evil.example/'] }],
  ['translations.0', { translations: ['a\0b'] }],
  ['translations.0', { translations: ['/etc'] }],
  ['source', { source: 'javascript:alert(1)' }],
  ['source', { source: 'https://a.example/\nevil' }],
  ['origins.0', { origins: ['not an address'] }],
  ['origins.0', { origins: ['https://a.example; script-src *'] }],
  ['mediaOrigins.0', { mediaOrigins: ['https://a.example/path'] }],
  ['movedFrom.0', { movedFrom: ['file:///etc/passwd'] }],
  ['product', { product: 'Benchbook\u001b[2J' }],
  ['finishedAt', { finishedAt: 'yesterday' }],
  ['part.category', { part: { category: 'a\nb' } }],
])('a foreign manifest is refused for its %s: %j', async (field, fields) => {
  await expect(openedWith(fields)).rejects.toMatchObject({
    message: expect.stringContaining(`manifest.json is no manifest that Benchbook wrote (field "${field}")`) as string,
    code: 'ERR_CACHE_DAMAGED',
  })
})

test('the name of a site is one line without control characters', async () => {
  const { manifest } = await openedWith({ name: ' Mendery\r\n# evil\u001b[31m\u009b ' })
  expect(manifest.name).toBe('Mendery # evil [31m')
})

test('an invalid default language counts as English', async () => {
  expect((await openedWith({ lang: '../x' })).manifest.lang).toBe('en')
})
