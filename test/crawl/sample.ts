import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../../src/disk/files-below.ts'
import type { RunningService } from '../../src/replica/http/server.ts'
import { startUntilTestEnds } from '../replica/peer.ts'
import type { SpoiltOptions } from '../replica/spoil.ts'
import { SAMPLE } from '../sample-copy.ts'

export { SAMPLE }

/** A service of the sample site until the test ends. */
export const serveSample = (options?: SpoiltOptions): Promise<RunningService> =>
  startUntilTestEnds(SAMPLE, { impersonatesService: true, ...options })

/**
 * Every file of a cache except its manifest, its report and the times in it, with a hash of its content. The service's own address, which
 * differs between runs, is removed; media files are named by it, so they are compared by content.
 */
export async function filesOf(folder: string, source: string): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for await (const name of filesBelow(folder)) {
    if (/(^|\/)(manifest|report|checked)\.[^/]*$/.test(name)) continue
    const content = (await readFile(join(folder, name), 'latin1')).replaceAll(source, 'http://service')
    const line = `${name.startsWith('media/') ? 'media' : name} ${createHash('sha256').update(content).digest('hex')}`
    files.set(line, (files.get(line) ?? 0) + 1)
  }
  return files
}

/** The content of every file below a folder, by name. */
export async function textsIn(folder: string): Promise<string[]> {
  const files = await Array.fromAsync(filesBelow(folder))
  return Promise.all(files.map(async (file) => `${file}\n${await readFile(join(folder, file), 'latin1')}`))
}
