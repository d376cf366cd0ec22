import type { Config } from '../config/options.ts'
import type { MarkerFacts } from '../publish/marker.ts'
import type { Staging } from '../publish/staging.ts'
import { type ExtrasHooks, type ExtrasStage, writeExtras, writeExtrasOfShard } from './extras.ts'
import type { Inputs } from './inputs.ts'
import { joinShards } from './shards/join-shards.ts'
import { claimOf, divisible, readShards, refuseShard, refuseWholeSite } from './shards/read-shards.ts'
import { type Shard, shardOf } from './shards/shard.ts'

/** What differs between a whole site, a shard of one, and the merge of all shards. */
export interface BuildPlan {
  /** The part of the site that is built; undefined for all of it. */
  shard?: Shard
  /** What its marker says in addition. */
  marker: Partial<MarkerFacts>
  /** Makes a folder whose pages are reused instead of those of the previous site. */
  prepare?: (staging: Staging, marker: MarkerFacts, languages: readonly string[], signal?: AbortSignal) => Promise<string>
  /** Returns the damaged media files of the cache. */
  writeExtras: (stage: ExtrasStage, hooks: ExtrasHooks) => Promise<string[]>
}

/**
 * The plan for a configuration and the folders of all `shards`, none for a build that merges nothing. Throws a UsageError for shards that do
 * not belong together, or if the build would replace something of another kind.
 */
export async function planOf(
  { out, shard: part }: Pick<Config, 'out' | 'shard'>,
  product: string,
  inputs: Inputs | undefined,
  shards: readonly string[],
): Promise<BuildPlan> {
  const shard = shardOf(part)
  if (shard) {
    const claim = claimOf(part, divisible(inputs))
    await refuseWholeSite(out)
    const marker = { mediaBase: '', shard: claim }
    return { shard, marker, writeExtras: (stage, hooks) => writeExtrasOfShard(stage, shard, hooks) }
  }
  if (shards.length === 0) return { marker: {}, writeExtras }
  await refuseShard(out)
  const whole = divisible(inputs)
  const made = await readShards(shards, product, whole)
  return {
    marker: {},
    prepare: (staging, marker, languages, signal) => joinShards(made, staging, { marker, inputs: whole.pages, languages }, signal),
    writeExtras,
  }
}
