import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Checked } from '../../src/cache/checked.ts'
import { resumeFinish } from '../../src/cache/finish.ts'
import { CHECKED_PATH, mediaHash } from '../../src/cache/layout.ts'
import { LineLog } from '../../src/cache/line-log.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { PIXEL } from '../crawl/server.ts'
import { everything, manifestOf, smallCache } from './small-cache.ts'

const DIGEST = 'ef1955ae757c'
const [KEPT, LEFT] = ['https://media.example/kept.gif', 'https://media.example/left.gif']

const filesIn = async (folder: string) => (await everything(filesBelow(folder, 'media'))).map((path) => basename(path))

const cacheOfTwo = async () => (await smallCache({ media: { [KEPT]: PIXEL, [LEFT]: PIXEL } })).folder

test('media that are not kept go when the crawl finishes, not before; foreign files stay', async () => {
  const folder = await cacheOfTwo()
  await mkdir(join(folder, 'media/zz'))
  await writeFile(join(folder, 'media/zz/notes.txt'), 'mine')
  const writer = new CacheWriter(folder)
  await writer.sweep((hash) => hash === mediaHash(KEPT))
  expect(await filesIn(folder)).toHaveLength(3)
  await writer.finish(manifestOf(), { records: [], lists: [] })
  expect((await filesIn(folder)).sort()).toEqual([`${mediaHash(KEPT)}-1x1-${PIXEL.length}-${DIGEST}.gif`, 'notes.txt'].sort())
})

test('a finish that was cut short sweeps at its second try', async () => {
  const folder = await cacheOfTwo()
  const writer = new CacheWriter(folder)
  await writer.sweep((hash) => hash === mediaHash(KEPT))
  await writeFile(join(folder, 'pending/lists.json'), '[]')
  await writeFile(join(folder, 'pending/manifest.json'), JSON.stringify(manifestOf()))
  await resumeFinish(folder)
  expect(await filesIn(folder)).toEqual([`${mediaHash(KEPT)}-1x1-${PIXEL.length}-${DIGEST}.gif`])
  expect(await readdir(folder)).not.toContain('pending')
})

test('notes of when records were asked for take their place with the crawl', async () => {
  const folder = await cacheOfTwo()
  const writer = new CacheWriter(folder)
  const log = new LineLog<Checked>(folder, CHECKED_PATH)
  await log.write({ name: 'guide 1', at: 1 })
  await log.flush()
  expect(await readdir(folder)).not.toContain('checked.ndjson')
  await writer.finish(manifestOf(), { records: [], lists: [] })
  expect(await readdir(folder)).toContain('checked.ndjson')
})
