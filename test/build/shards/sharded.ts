import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { buildApart } from '../../../src/library/separate-build.ts'

export type Flags = Readonly<Record<string, unknown>>

/** The configuration of a build that renders its pages in one process. */
export const configOf = (flags: Flags) => readConfig({ workers: '1', allowUnreadable: '100', ...flags }, {})

/** Builds all shards below `home`, in separate processes. Returns their folders, and the number of rendered pages. */
export async function renderShards(flags: Flags, of: number, home: string) {
  const shards: string[] = []
  let rendered = 0
  for (let number = 1; number <= of; number++) {
    const out = join(home, `shard-${number}`)
    const { pages, keptPages } = await buildApart(configOf({ ...flags, shard: `${number}/${of}`, out }), {})
    rendered += pages - keptPages
    shards.push(out)
  }
  return { shards, rendered }
}

export const buildShards = async (...given: Parameters<typeof renderShards>) => (await renderShards(...given)).shards

export const merge = (flags: Flags, shards: readonly string[]) => buildApart(configOf(flags), {}, shards)
