import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resumeFinish } from '../../src/cache/finish.ts'
import type * as Merge from '../../src/disk/merge.ts'
import { checkedLog } from '../../src/cache/checked.ts'
import { mediaHash, recordPath } from '../../src/cache/layout.ts'
import { openCache } from '../../src/cache/reader.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { PIXEL } from '../crawl/server.ts'
import { writeFiles } from '../folders.ts'
import { everything, inPieces, manifestOf, smallCache, temporaryFolder, writeCache } from './small-cache.ts'

/** {@link resumeFinish} that fails when something is moved to the blocked path. */
async function resumeFinishWithout(blocked: string): Promise<typeof resumeFinish> {
  vi.resetModules()
  vi.doMock('../../src/disk/merge.ts', async (importOriginal) => {
    const merge = await importOriginal<typeof Merge>()
    const moveOver = (from: string, to: string) => {
      if (to === blocked) throw new Error('blocked')
      merge.moveOver(from, to)
    }
    return { ...merge, moveOver }
  })
  onTestFinished(() => {
    vi.doUnmock('../../src/disk/merge.ts')
    vi.resetModules()
  })
  return (await import('../../src/cache/finish.ts')).resumeFinish
}

const guide = (id: number) => ({ kind: 'guide', id: String(id) }) as const

async function contents(folder: string): Promise<Record<string, string>> {
  const files = await everything(filesBelow(folder))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)))
}

/** A cache of guides 1 and 2 and tags, and below `pending` a crawl of guides 2 and 3 and users that has just started to finish. */
async function aboutToFinish(): Promise<string> {
  const { folder } = await smallCache({ records: [1, 2].map((id) => ({ ...guide(id), body: `"old ${id}"` })), lists: { tags: ['a'] } })
  const writer = new CacheWriter(folder)
  for (const id of [2, 3, 4]) writer.record(guide(id), `"new ${id}"`)
  await writer.list('users', inPieces({ userid: 1 }))
  await writeFile(join(folder, 'pending/records.ndjson'), [2, 3].map((id) => `${JSON.stringify(guide(id))}\n`).join(''))
  await writeFile(join(folder, 'pending/lists.json'), '["users"]')
  await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf({ product: 'next' })))
  return folder
}

const moved = (path: string) => async (folder: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await rename(join(folder, 'pending', path), join(folder, path))
}
const removed = (path: string) => (folder: string) => rm(join(folder, path), { recursive: true, force: true })

const STEPS = [
  moved(recordPath(guide(2))),
  moved(recordPath(guide(3))),
  removed(recordPath(guide(1))),
  moved('records.ndjson'),
  removed('lists/tags.ndjson'),
  moved('lists/users.ndjson'),
  moved('manifest.json'),
  removed('pending/lists.json'),
  removed('pending'),
]
const MANIFEST_MOVES = 7

describe('finishing', () => {
  test.for(STEPS.map((_, done) => done))('interrupted after %d steps has the same result when resumed', async (done) => {
    const whole = await aboutToFinish()
    await resumeFinish(whole)

    const cut = await aboutToFinish()
    for (const step of STEPS.slice(0, done)) await step(cut)
    expect(await resumeFinish(cut)).toBe(done < MANIFEST_MOVES)
    expect(await resumeFinish(cut)).toBe(false)
    await rm(join(cut, 'pending'), { recursive: true, force: true })
    expect(await contents(cut)).toEqual(await contents(whole))
  })

  test.for(STEPS.slice(0, MANIFEST_MOVES).map((_, done) => done))(
    'interrupted after %d steps does not leave a cache that counts as whole',
    async (done) => {
      const folder = await aboutToFinish()
      for (const step of STEPS.slice(0, done)) await step(folder)
      await expect(openCache(folder)).rejects.toThrow(/was cut short while .* Crawl again with the same options/)
    },
  )

  test('a crawl by a newer Benchbook is left to that version', async () => {
    const folder = await aboutToFinish()
    await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf({ format: 99 })))
    await expect(openCache(folder)).rejects.toThrow('Update Benchbook')
  })

  test('keeps the named records and removes the rest, also those that an earlier crawl had started to store', async () => {
    const folder = await aboutToFinish()
    await resumeFinish(folder)
    const cache = await openCache(folder)
    expect(await Promise.all([1, 2, 3, 4].map((id) => cache.record(guide(id))))).toEqual([undefined, 'new 2', 'new 3', undefined])
    expect(await everything(cache.keys())).toEqual([guide(2), guide(3)])
    expect(cache.manifest.product).toBe('next')
  })

  test('keeps a record whose key has its fields in another order than before', async () => {
    const { folder } = await smallCache({ records: [{ kind: 'guide', id: '1', body: '"one"' }] })
    await new CacheWriter(folder).finish(manifestOf(), { records: [{ id: '1', kind: 'guide' }], lists: [] })
    await writeFile(join(folder, 'records.ndjson'), '{"id":"1","kind":"guide"}\n')
    await new CacheWriter(folder).finish(manifestOf(), { records: [{ kind: 'guide', id: '1' }], lists: [] })
    expect(await (await openCache(folder)).record(guide(1))).toBe('one')
  })

  test('does nothing if no crawl is ready to finish', async () => {
    const folder = await temporaryFolder()
    new CacheWriter(folder).record(guide(1), '1')
    expect(await resumeFinish(folder)).toBe(false)
    expect(new CacheWriter(folder).pendingRecord(guide(1))).toBe('1')
  })
})

test('a finish leaves nothing in the pending folder that the next crawl could mistake for its own', async () => {
  const records = [{ kind: 'guide' as const, id: '1', body: '"one"' }]
  const { folder } = await smallCache({ records })
  await writeCache(folder, { records })
  await writeFiles(join(folder, 'pending'), { 'manifest.json': '{}', 'records/guide/0/1.json': '{}', 'records/guide/0/7.json': '{}' })
  // The manifest cannot move: everything before it is done.
  const resume = await resumeFinishWithout(join(folder, 'manifest.json'))
  await expect(resume(folder)).rejects.toThrow('blocked')
  expect(await readdir(join(folder, 'pending'))).toEqual(['manifest.json'])
})

const DIGEST = 'ef1955ae757c'
const [KEPT, LEFT] = ['https://media.example/kept.gif', 'https://media.example/left.gif']

const filesIn = async (folder: string) => (await everything(filesBelow(folder, 'media'))).map((path) => basename(path))

const cacheOfTwo = async () => (await smallCache({ media: { [KEPT]: PIXEL, [LEFT]: PIXEL } })).folder

test('media that are not kept are removed when the crawl finishes, not before; foreign files are kept', async () => {
  const folder = await cacheOfTwo()
  await writeFiles(folder, { 'media/zz/notes.txt': 'mine' })
  const writer = new CacheWriter(folder)
  await writer.sweep((hash) => hash === mediaHash(KEPT))
  expect(await filesIn(folder)).toHaveLength(3)
  await writer.finish(manifestOf(), { records: [], lists: [] })
  expect((await filesIn(folder)).sort()).toEqual([`${mediaHash(KEPT)}-1x1-${PIXEL.length}-${DIGEST}.gif`, 'notes.txt'].sort())
})

test('an interrupted finish removes media at its second try', async () => {
  const folder = await cacheOfTwo()
  const writer = new CacheWriter(folder)
  await writer.sweep((hash) => hash === mediaHash(KEPT))
  await writeFile(join(folder, 'pending/lists.json'), '[]')
  await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf()))
  await resumeFinish(folder)
  expect(await filesIn(folder)).toEqual([`${mediaHash(KEPT)}-1x1-${PIXEL.length}-${DIGEST}.gif`])
  expect(await readdir(folder)).not.toContain('pending')
})

test('the log of checked records is moved into place when the crawl finishes', async () => {
  const folder = await cacheOfTwo()
  const writer = new CacheWriter(folder)
  const log = checkedLog(folder)
  await log.write({ name: 'guide 1', at: 1 })
  await log.flush()
  expect(await readdir(folder)).not.toContain('checked.ndjson')
  await writer.finish(manifestOf(), { records: [], lists: [] })
  expect(await readdir(folder)).toContain('checked.ndjson')
})
