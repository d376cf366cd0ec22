import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shareMedia } from '../../../src/cache/media/shared-media.ts'
import { temporaryFolder } from '../small-cache.ts'

const FILE = 'media/3f/3f.jpg'

/** A cache with a file in its media, and a folder for another one. */
async function two() {
  const [from, to] = [await temporaryFolder(), await temporaryFolder()]
  await mkdir(join(from, 'media/3f'), { recursive: true })
  await writeFile(join(from, FILE), 'bytes')
  return { from, to }
}

test('another cache gets the file under the same name, without its bytes on the disk twice', async () => {
  const { from, to } = await two()
  await shareMedia(from, to, FILE)
  expect(await readFile(join(to, FILE), 'utf8')).toBe('bytes')
  expect((await stat(join(to, FILE))).ino).toBe((await stat(join(from, FILE))).ino)
})

test('a file that cannot be linked, as its name is taken there, is copied', async () => {
  const { from, to } = await two()
  await mkdir(join(to, 'media/3f'), { recursive: true })
  await writeFile(join(to, FILE), 'old')
  await shareMedia(from, to, FILE)
  expect(await readFile(join(to, FILE), 'utf8')).toBe('bytes')
  expect((await stat(join(to, FILE))).ino).not.toBe((await stat(join(from, FILE))).ino)
})

test('a file that is not there, or a link, is not shared', async () => {
  const { from, to } = await two()
  await symlink(join(from, FILE), join(from, 'media/3f/link.jpg'))
  for (const file of ['media/3f/none.jpg', 'media/3f/link.jpg']) {
    await shareMedia(from, to, file)
    await expect(stat(join(to, file))).rejects.toThrow('ENOENT')
  }
})
