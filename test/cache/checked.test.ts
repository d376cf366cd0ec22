import { appendFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedLog, readChecked } from '../../src/cache/checked.ts'
import { CHECKED_PATH } from '../../src/cache/layout.ts'
import { everything, temporaryFolder } from './small-cache.ts'

const LINES = [
  { name: 'guide 1', at: 1000 },
  { name: 'guide 2', at: 1001, missing: 'gone' },
] as const

test('the next crawl reads what one has logged, without damaged lines', async () => {
  const folder = await temporaryFolder()
  const log = checkedLog(folder)
  for (const line of LINES) await log.write(line)
  await log.flush()
  await rename(join(folder, 'pending', CHECKED_PATH), join(folder, CHECKED_PATH))
  await appendFile(join(folder, CHECKED_PATH), '{"name":"guide 3"}\n{"name":4,"at":1}\nnull\n{"name":"gui')
  expect(await everything(readChecked(folder))).toEqual(LINES)
})

test('a cache without the log has nothing checked', async () => {
  expect(await everything(readChecked(await temporaryFolder()))).toEqual([])
})

test('each crawl starts a new log', async () => {
  const folder = await temporaryFolder()
  const first = checkedLog(folder)
  await first.write(LINES[0])
  await first.flush()
  expect(await everything(checkedLog(folder).values())).toEqual([])
})

test('a log that cannot be written fails at the next write, not before', async () => {
  const folder = await temporaryFolder({ [`pending/${CHECKED_PATH}/inside`]: '' })
  const log = checkedLog(folder)
  // Waits long enough for the log to notice.
  await expect(rm(join(folder, 'pending', CHECKED_PATH), { force: true })).rejects.toThrow()
  await log.write(LINES[0])
  await expect(log.flush()).rejects.toThrow()
})
