import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crowdedFolders } from '../../src/bundle/fat32.ts'
import { FOLDER_LIMITS } from '../../src/routes/crowded.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const FAT32_ENTRIES = FOLDER_LIMITS.entries
/** A name of 247 letters takes 19 entries, and one for itself. */
const LONG = 20
const longName = (number: number): string => String(number).padStart(247, 'a')

test('a folder that FAT32 has no room for is named with its entries, and a full one is not', async () => {
  const site = await temporaryFolder()
  const category = join(site, 'category')
  await mkdir(category)
  const fitting = Math.floor((FAT32_ENTRIES - 2) / LONG)
  await Promise.all(Array.from({ length: fitting }, (_, number) => writeFile(join(category, longName(number)), '')))
  // Fills what is left: a short name takes one entry.
  const rest = FAT32_ENTRIES - 2 - fitting * LONG
  await Promise.all(Array.from({ length: rest }, (_, number) => writeFile(join(category, `A${number}`), '')))
  expect(await crowdedFolders(site)).toEqual([])
  await writeFile(join(category, 'lower'), '')
  expect(await crowdedFolders(site)).toEqual([{ folder: 'category', entries: FAT32_ENTRIES + 2 }])
})
