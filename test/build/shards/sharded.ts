import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { buildApart } from '../../../src/library/separate-build.ts'

export type Flags = Readonly<Record<string, unknown>>

/** The configuration of a build that renders its pages in one process. */
export const configOf = (flags: Flags) => readConfig({ workers: '1', allowUnreadable: '100', ...flags }, {})

/** Builds all shards below `home`, in separate processes. Returns their folders. */
export async function buildShards(flags: Flags, of: number, home: string): Promise<string[]> {
  const folders: string[] = []
  for (let number = 1; number <= of; number++) {
    const out = join(home, `shard-${number}`)
    await buildApart(configOf({ ...flags, shard: `${number}/${of}`, out }), {})
    folders.push(out)
  }
  return folders
}

export const merge = (flags: Flags, shards: readonly string[]) => buildApart(configOf(flags), {}, shards)
