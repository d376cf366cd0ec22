import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { keptFiles } from '../../src/cache/kept-files.ts'
import { objectName } from '../../src/store/objects.ts'
import { pruneStore } from '../../src/store/prune.ts'
import { pullCache } from '../../src/store/pull.ts'
import { pushCache } from '../../src/store/push.ts'
import { storeAddress } from '../../src/store/address.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { thrownBy } from '../crawl/server.ts'
import { writeFiles } from '../folders.ts'
import { contents } from './crawled.ts'
import { type Conditions, type MemoryStore, memoryStore } from './memory-store.ts'

const options = { product: 'test', replace: false, onNote: () => undefined }

/** A crawl that ended at a time, in a folder of its own or over an earlier crawl. */
async function crawled(at: number, before?: string): Promise<string> {
  const folder = before ?? (await temporaryFolder())
  const media = { 'https://media.example/a.pdf': new TextEncoder().encode('%PDF-1.4\nsheet\n') }
  const records = [1, 2, 3].map((id) => ({ kind: 'guide' as const, id: String(id), body: { guideid: id, title: `At ${at}`, steps: [] } }))
  await writeCache(folder, { records, media, manifest: { finishedAt: new Date(at).toISOString() } })
  return folder
}

async function storeWith(folder: string): Promise<MemoryStore> {
  const store = await memoryStore('refused')
  await pushCache(store.client, { ...options, folder })
  return store
}

/** The manifest of another push. */
const manifestBytes = (segments: readonly object[] = []): Buffer =>
  Buffer.from(JSON.stringify({ format: 1, product: '', generation: 'theirs', pushedAt: '', segments }))

const pushed = async (store: MemoryStore, folder: string, replace = false) => pushCache(store.client, { ...options, folder, replace })
const pull = async (store: MemoryStore, folder: string) => pullCache(store.client, { ...options, folder })

/** A foreign store with this index, listed this number of times; and objects. */
async function storeOf(index: string | Buffer, objects: readonly Buffer[] = [], times = 1): Promise<MemoryStore> {
  const [store, packed] = [await memoryStore('refused'), gzipSync(index)]
  for (const object of objects) store.objects.set(objectName('objects', hash('sha256', object)), object)
  store.objects.set(objectName('indexes', hash('sha256', packed)), packed)
  store.objects.set('manifest.json', manifestBytes(Array(times).fill({ index: hash('sha256', packed) })))
  return store
}
const indexOf = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** How the manifest was written. */
const manifestPuts = ({ log }: MemoryStore) => log.filter((line) => line.startsWith('PUT manifest.json'))

describe('conditions on PUT', () => {
  test.each<[Conditions, string[]]>([
    ['honoured', ['PUT manifest.json If-None-Match', 'PUT manifest.json If-Match']],
    ['ignored', ['PUT manifest.json', 'PUT manifest.json']],
    ['refused', ['PUT manifest.json', 'PUT manifest.json']],
  ])('if they are %s, the manifest is written accordingly', async (conditions, puts) => {
    const [store, folder] = [await memoryStore(conditions), await temporaryFolder()]
    await pushed(store, await crawled(1, folder))
    await pushed(store, await crawled(2, folder))
    expect(manifestPuts(store)).toEqual(puts)
    const other = await temporaryFolder()
    await pull(store, other)
    expect(await contents(other)).toEqual(await contents(folder))
  })

  test('if they are honoured, the store detects a concurrent writer at the last moment', async () => {
    const [store, folder] = [await memoryStore('honoured'), await crawled(1)]
    await pushed(store, folder)
    await crawled(2, folder)
    const theirs = manifestBytes()
    store.before = (line) => {
      if (line === 'PUT manifest.json If-Match') store.objects.set('manifest.json', theirs)
      return undefined
    }
    await expect(pushed(store, folder)).rejects.toMatchObject({ code: 'ERR_STORE_CHANGED' })
    expect(store.objects.get('manifest.json')).toBe(theirs)
  })

  test('if they are ignored, a foreign manifest is detected and reported', async () => {
    const [store, folder] = [await memoryStore('ignored'), await crawled(1)]
    store.before = (line) => {
      if (line === 'GET manifest.json' && store.objects.has(line.slice(4))) store.objects.set(line.slice(4), manifestBytes())
      return undefined
    }
    await expect(pushed(store, folder)).rejects.toMatchObject({ code: 'ERR_STORE_CHANGED' })
  })
})

test('a temporary failure is retried, and a lasting one ends with an error', async () => {
  const [store, folder] = [await memoryStore('refused'), await crawled(1)]
  let failures = 2
  store.before = (line) => (line.startsWith('PUT packs/') && failures-- > 0 ? 503 : undefined)
  await pushed(store, folder)
  expect(store.log.filter((line) => line.startsWith('PUT packs/'))).toHaveLength(3)
  store.before = () => 503
  await expect(pushed(store, folder)).rejects.toThrow(/answered 503/)
})

test('after many nights everything is packed again, and media are not sent again', async () => {
  const [store, folder] = [await memoryStore('refused'), await temporaryFolder()]
  const segments = () => (JSON.parse(String(store.objects.get('manifest.json'))) as { segments: unknown[] }).segments.length
  for (let night = 1; night <= 32; night++) await pushed(store, await crawled(night, folder))
  expect(segments()).toBe(32)
  await pushed(store, await crawled(33, folder))
  expect(segments()).toBe(1)
  expect(store.log.filter((line) => line.startsWith('PUT objects/'))).toHaveLength(1)
  const other = await temporaryFolder()
  await pull(store, other)
  expect(await contents(other)).toEqual(await contents(folder))
  expect(await pruneStore(store.client, 0)).toMatchObject({ objects: 1 + 2 * 33, removed: 2 * 32, young: 0 })
  await pull(store, await temporaryFolder())
})

test('a pull deletes a file that was deleted, and repairs a damaged one', async () => {
  const [store, folder, other] = [await memoryStore('refused'), await crawled(1), await temporaryFolder()]
  await pushed(store, folder)
  await pull(store, other)
  const [path = ''] = (await keptFiles(other)).filter((name) => name.startsWith('records/'))
  writeFileSync(join(other, path), 'x')
  writeFileSync(join(other, 'records/guide/0/9.json'), 'of no crawl of the store')
  expect(await pull(store, other)).toMatchObject({ fetched: 1, gone: 1 })
  expect(await contents(other)).toEqual(await contents(folder))
})

test('a crawl not yet pushed is kept, and one unknown to the store is not overwritten', async () => {
  const [store, folder] = [await memoryStore('refused'), await crawled(1)]
  await pushed(store, folder)
  expect(await pull(store, await crawled(2, folder))).toMatchObject({ isNewer: true, fetched: 0 })
  const strange = await crawled(3)
  await expect(pull(store, strange)).rejects.toMatchObject({ code: 'ERR_STORE_CHANGED' })
  await expect(pushed(store, strange)).rejects.toMatchObject({ code: 'ERR_STORE_CHANGED' })
  await pushed(store, strange, true)
  await expect(pushed(store, folder)).rejects.toMatchObject({ code: 'ERR_STORE_CHANGED' })
})

test.each([
  '../outside.json',
  'records/../../outside.json',
  '/etc/outside.json',
  'records/.hidden',
  'crawl.lock',
  'pending/manifest.json',
  'store.json',
  'media/a\\b',
  'package.json',
  'secrets.json',
  'records/guide/0/1.json.html',
  'lists/evil.ndjson',
  'media/aa/notes.txt',
])('an index that names %s is refused', async (path) => {
  const [content, folder] = [Buffer.from('hostile'), join(await temporaryFolder(), 'cache')]
  const store = await storeOf(indexOf({ path, sha256: hash('sha256', content), size: content.length }), [content])
  await expect(pull(store, folder)).rejects.toThrow(/is no index of Benchbook/)
  expect(existsSync(join(folder, path))).toBe(false)
})

test("the operator's own files are neither sent nor removed, and named once", async () => {
  const [store, folder, other] = [await memoryStore('refused'), await crawled(1), await temporaryFolder()]
  const own = ['notes.md', 'secrets.json', 'records/mine.json', 'media/mine.jpg', 'lists/mine.ndjson']
  await pull(await storeWith(folder), other)
  for (const place of [folder, other]) await writeFiles(place, Object.fromEntries(own.map((name) => [name, 'mine'])))
  const notes: string[] = []
  await pushCache(store.client, { ...options, folder, onNote: (sentence) => notes.push(sentence) })
  expect(notes).toEqual([`No part of a crawl, and left alone: 'lists/mine.ndjson' and 4 more in ${folder}.`])
  expect([...store.objects.values()].some((bytes) => bytes.includes('mine'))).toBe(false)
  await pull(store, other)
  for (const name of own) expect(readFileSync(join(other, name), 'utf8')).toBe('mine')
})

test.skipIf(process.platform === 'win32').each<[string, string, (path: string) => void]>([
  ['a folder in the place of a media file', 'media/', (path) => mkdirSync(path)],
  ['a folder in the place of a record', 'records/guide/', (path) => mkdirSync(path)],
  ['a link in the place of a media file', 'media/', (path) => symlinkSync('/etc/hosts', path)],
  ['a pipe in the place of a record', 'records/guide/', (path) => execFileSync('mkfifo', [path])],
])('%s stops a pull before anything is moved, and is named', async (_, start, place) => {
  const from = await crawled(1)
  const [store, folder] = [await storeWith(from), await crawled(2)]
  const path = (await keptFiles(from)).find((name) => name.startsWith(start)) ?? ''
  rmSync(join(folder, path), { force: true })
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  place(join(folder, path))
  const before = readFileSync(join(folder, 'manifest.json'), 'utf8')
  const refused = await thrownBy(pullCache(store.client, { ...options, folder, replace: true }))
  expect(refused).toMatchObject({
    code: 'ERR_CACHE_FOREIGN',
    message: expect.stringContaining(`${join(folder, path)} is in the way`) as string,
  })
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before)
  rmSync(join(folder, path), { recursive: true })
  await pullCache(store.client, { ...options, folder, replace: true })
  expect(await contents(folder)).toEqual(await contents(from))
})

test('a file in the place of a folder stops a pull as well', async () => {
  const [store, folder] = [await storeWith(await crawled(1)), await temporaryFolder()]
  await writeCache(folder, {})
  writeFileSync(join(folder, 'media'), 'mine')
  await expect(pullCache(store.client, { ...options, folder, replace: true })).rejects.toThrow(`${join(folder, 'media')} is in the way`)
})

test("the files staged by a pull are removed, but not the operator's own files next to them", async () => {
  const [store, folder] = [await storeWith(await crawled(1)), await temporaryFolder()]
  const names = ['records/guide/0/77.json', 'records/guide/0/78.json.12-3.part', 'notes.md', 'media/notes.md']
  const staged = names.map((name) => join(folder, 'pull.part', name))
  await writeCache(folder, {})
  await writeFiles(join(folder, 'pull.part'), Object.fromEntries(names.map((name) => [name, 'mine'])))
  await pullCache(store.client, { ...options, folder, replace: true })
  expect(staged.map((path) => existsSync(path))).toEqual([false, false, true, true])
  for (const path of staged.slice(2)) rmSync(path)
  await pullCache(store.client, { ...options, folder, replace: true })
  expect(existsSync(join(folder, 'pull.part'))).toBe(false)
})

test('a pull removes at most half of a cache by default, and nothing for a manifest without a crawl', async () => {
  const folder = await temporaryFolder()
  const records = Array.from({ length: 30 }, (_, at) => ({ kind: 'guide' as const, id: String(at + 1), body: { guideid: at + 1 } }))
  await writeCache(folder, { records })
  const store = await storeWith(folder)
  const before = await contents(folder)
  const few = await temporaryFolder()
  await writeCache(few, { records: records.slice(0, 3) })
  await pushed(store, few, true)
  await expect(pull(store, folder)).rejects.toThrow(/lacks 27 of the \d+ files .* pull with `replace`/)
  store.objects.set('manifest.json', manifestBytes())
  await expect(pull(store, folder)).rejects.toMatchObject({ code: 'ERR_STORE_DAMAGED' })
  expect(await contents(folder)).toEqual(before)
})

test('the error of pruning a damaged store does not mention a folder', async () => {
  const store = await storeWith(await crawled(1))
  for (const key of [...store.objects.keys()].filter((name) => name.startsWith('indexes/'))) store.objects.set(key, Buffer.from('x'))
  const { message } = (await thrownBy(pruneStore(store.client, 0))) as Error
  expect(message).toMatch(/is damaged: .+\. Nothing was changed\. If somebody has just pushed, try again; otherwise push with `replace`/)
})

test('prune deletes only what a push writes, whatever a listing contains', async () => {
  const store = await storeWith(await crawled(1))
  const mine = ['objects/aa/../../../other/victim', `objects/aa/${'b'.repeat(64)}`, 'notes.md', `objects/aa/${'a'.repeat(64)}.txt`]
  for (const key of mine) store.objects.set(key, Buffer.from('mine'))
  store.objects.set(`objects/bb/${'b'.repeat(64)}`, Buffer.from('of a push that was cut short'))
  expect(await pruneStore(store.client, 0)).toMatchObject({ removed: 1 })
  expect([...store.objects.keys()]).toEqual(expect.arrayContaining(['manifest.json', ...mine]))
})

test('an endless listing, and an answer of any length, end with an error', async () => {
  const store = await storeWith(await crawled(1))
  store.objects.set(`objects/aa/${'a'.repeat(64)}`, Buffer.from(''))
  store.isEndless = true
  await expect(pruneStore(store.client, 0)).rejects.toThrow(/has a listing that does not end/)
  store.objects.set('manifest.json', Buffer.alloc(9 * 1024 * 1024, ' '))
  await expect(pull(store, await temporaryFolder())).rejects.toThrow(/is no manifest of Benchbook/)
})

test('an index that unpacks to more than the maximum is refused', async () => {
  const store = await storeOf(Buffer.alloc(70 * 1024 * 1024, '\n'))
  await expect(pull(store, await temporaryFolder())).rejects.toThrow(/is no index of Benchbook/)
})

test('a refusal that repeats a key is printed without it', async () => {
  const store = await memoryStore('refused')
  store.before = () => 403
  store.refusal = '<Code>secret</Code>'
  const error = String(await thrownBy(pull(store, await temporaryFolder())))
  expect(error).toContain('refuses the keys')
  expect(error).not.toContain('secret')
})

test('an address has a bucket, and optionally a prefix', () => {
  expect(storeAddress('s3://bucket')).toMatchObject({ bucket: 'bucket', prefix: '', url: 's3://bucket' })
  expect(storeAddress('s3://bucket/a/b/')).toMatchObject({ prefix: 'a/b/', url: 's3://bucket/a/b' })
  for (const text of ['s3:/bucket', 's3://', 's3://bucket/../x', 's3://bucket/a b', 'https://bucket'])
    expect(() => storeAddress(text)).toThrow(/must be an address/)
})

describe.skipIf(process.platform === 'win32')('links and pipes in a cache that someone else can write to', () => {
  const record = async (folder: string) => (await keptFiles(folder)).find((path) => path.startsWith('records/guide/')) ?? ''

  test.each(['pull.part', 'pull.part/records', 'pull.part/records/guide', 'pull.part/media'])(
    'nothing is pulled through a link at %s',
    async (place) => {
      const [store, elsewhere] = [await storeWith(await crawled(1)), await temporaryFolder()]
      const folder = await crawled(2)
      mkdirSync(dirname(join(folder, place)), { recursive: true })
      symlinkSync(elsewhere, join(folder, place))
      await expect(pullCache(store.client, { ...options, folder, replace: true })).rejects.toMatchObject({ code: 'ERR_CACHE_LINK' })
      expect(readdirSync(elsewhere)).toEqual([])
    },
  )

  test('nothing is pulled through a link in the place of a staged file', async () => {
    const from = await crawled(1)
    const [store, elsewhere] = [await storeWith(from), join(await temporaryFolder(), 'own')]
    const folder = await crawled(2)
    const staged = join(folder, 'pull.part', await record(from))
    writeFileSync(elsewhere, 'mine')
    mkdirSync(dirname(staged), { recursive: true })
    symlinkSync(elsewhere, staged)
    await pullCache(store.client, { ...options, folder, replace: true })
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
    expect(await contents(folder)).toEqual(await contents(from))
  })

  test.each<[string, (path: string) => void]>([
    ['a link', (path) => symlinkSync('/etc/hosts', path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ])('%s in the place of a record or a media file is not pushed, and is named', async (_, place) => {
    const folder = await crawled(1)
    const paths = [await record(folder), (await keptFiles(folder)).find((path) => path.startsWith('media/')) ?? '']
    for (const path of paths) {
      rmSync(join(folder, path))
      place(join(folder, path))
    }
    const [store, notes] = [await memoryStore('honoured'), [] as string[]]
    const { files } = await pushCache(store.client, { ...options, folder, onNote: (note) => notes.push(note) })
    expect(files).toBe((await keptFiles(folder)).length)
    const other = await temporaryFolder()
    await pull(store, other)
    for (const path of paths) expect(existsSync(join(other, path))).toBe(false)
    expect(notes.join()).toContain('No part of a crawl, and left alone')
  })
})

describe('a store that someone else can write to', () => {
  test('an unreadable manifest of a crawl replaces no cache', async () => {
    const manifest = Buffer.from('{"format":2}')
    const store = await storeOf(indexOf({ path: 'manifest.json', sha256: hash('sha256', manifest), size: manifest.length }), [manifest])
    const folder = await crawled(1)
    const before = await contents(folder)
    await expect(pullCache(store.client, { ...options, folder, replace: true })).rejects.toThrow(
      /names a crawl whose manifest cannot be read/,
    )
    const after = await contents(folder)
    for (const [path, bytes] of before) expect(after.get(path), path).toBe(bytes)
  })

  test('an index with a file larger than an object can be is invalid', async () => {
    const store = await storeOf(indexOf({ path: 'lists/guides.ndjson', sha256: 'a'.repeat(64), size: 5_000_000_001 }))
    await expect(pull(store, await temporaryFolder())).rejects.toThrow(/is no index of Benchbook/)
  })

  test('files too large for the disk are not fetched', async () => {
    const list = (path: string) => ({ path, sha256: 'a'.repeat(64), size: 5_000_000_000 })
    const media = Array.from({ length: 20_000 }, (_, at) => list(`media/00/${at.toString(16).padStart(20, '0')}.mp4`))
    const store = await storeOf(indexOf(list('manifest.json'), ...media))
    await expect(pull(store, await temporaryFolder())).rejects.toMatchObject({ code: 'ERR_DISK_FULL' })
    expect(store.log.some((line) => line.startsWith('GET objects/'))).toBe(false)
  })

  test('indexes are fetched only shortly before they are read', async () => {
    const store = await storeOf('no index', [], 40)
    await expect(pull(store, await temporaryFolder())).rejects.toThrow(/is no index of Benchbook/)
    expect(store.log.filter((line) => line.startsWith('GET indexes/')).length).toBeLessThanOrEqual(8)
  })

  test.each(['', '<html></html>', '<Error><Code>SlowDown</Code></Error>'])(
    '%j is not a listing, and nothing is concluded about objects',
    async (page) => {
      const store = await storeWith(await crawled(1))
      store.page = page
      await expect(pruneStore(store.client, 0)).rejects.toThrow(/has a listing that cannot be read/)
    },
  )

  test('a page of unfinished objects is read in one pass', async () => {
    const store = await storeWith(await crawled(1))
    store.page = `<ListBucketResult>${'<Contents><Key>'.repeat(500_000)}</ListBucketResult>`
    await expect(pruneStore(store.client, 0)).rejects.toThrow(/has a listing that cannot be read/)
  })
})
