import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../../src/disk/files-below.ts'

/** Tests that compare times, and those that take minutes: they say little about a line, and every mutant would wait for them. */
export const SLOW = [
  'test/**/growth.test.ts',
  'test/crawl/{clock-jumps,fault-matrix,faults,kill,random-faults}.test.ts',
  'test/crawl/revalidate/stored-media.test.ts',
  'test/fetch/network.test.ts',
]
/** They start processes and browsers, in which nothing is broken. */
const OUTSIDE = /^test\/(?:browser|package|scripts)\//

/** The tests of rooms of `src`. */
export const ownTests = (rooms: readonly string[]): string[] => rooms.map((room) => `test/${room}/**/*.test.ts`)

/** The tests of other rooms that import a file of one of these rooms themselves. */
export async function importersOf(rooms: readonly string[], root: string): Promise<string[]> {
  const isOwn = (file: string) => rooms.some((room) => file.startsWith(`test/${room}/`))
  const importing = new RegExp(`from '(?:\\.\\./)+src/(?:${rooms.join('|')})[/.]`)
  const files = (await Array.fromAsync(filesBelow(root, 'test'))).filter(
    (file) => file.endsWith('.test.ts') && !OUTSIDE.test(file) && !isOwn(file),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  return files.filter((_, at) => importing.test(texts[at] ?? '')).sort()
}
