import { resolve } from 'node:path'
import { userCwd } from '../../config.ts'
import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const mergeCommand = defineCommand({
  name: 'merge',
  summary: 'Make one site of the shards that "benchbook build --shard" built.',
  options: ['build'],
  without: ['shard'],
  async run(config, signal, _flags, folders) {
    const whole = folders.map((folder) => resolve(userCwd(), folder))
    await import('../small-heap.ts')
    const { build } = await import('../stages/build.ts')
    return conclude({ merge: await build({ ...config, shard: '' }, signal, whole) }, config)
  },
  more: `
The options and the cache are those of the shards. The result is what one build
would make. Files are taken from the shards, and the old site stays in place
until the new one is complete.

Examples:
  benchbook build --shard 1/2 --out shard-1
  benchbook build --shard 2/2 --out shard-2
  benchbook merge shard-1 shard-2 --out dist

Exit codes: 0 success · 1 merged, but a record cannot be shown or a
              media file is damaged
            2 wrong use or configuration, or shards that do not belong
              together · 130 interrupted`,
})
  .usage('<shard>... [options]')
  .argument('<shard...>', 'The folder of a shard, beside which its .sha256 and .state lie; each shard once.')
