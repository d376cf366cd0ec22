import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import type { RunningService } from '../../src/replica/http/server.ts'
import { type SpoiltOptions, startSpoiltService } from '../replica/spoil.ts'

export const SAMPLE = join(import.meta.dirname, '../../sample')

/** A service of the sample site until the test ends. */
export async function serveSample(options?: SpoiltOptions): Promise<RunningService> {
  const service = await startSpoiltService(await openCache(SAMPLE), { impersonatesService: true, ...options })
  onTestFinished(() => service.close())
  return service
}

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
