import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ColourTable } from '../../src/cache/colours.ts'
import { recordPath } from '../../src/cache/layout.ts'
import { openCache } from '../../src/cache/reader.ts'
import { leadersOf } from '../../src/colours/leaders.ts'
import { asAnotherUser } from '../as-another-user.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'

test('a record that this user may not read names no pictures, and stops nothing', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes.')
  const folder = await temporaryFolder()
  const key = { kind: 'guide', id: '1' } as const
  await writeCache(folder, { records: [{ ...key, body: { guideid: 1 } }] })
  await mkdir(join(folder, 'media'), { recursive: true })
  const cache = await openCache(folder)
  await chmod(folder, 0o755)
  await chmod(join(folder, recordPath(key)), 0)
  await asAnotherUser(async () => {
    await expect(cache.recordText(key)).rejects.toThrow('cannot be read')
    expect(await leadersOf(ColourTable.read(folder), cache, new AbortController().signal)).toHaveLength(0)
  })
})
