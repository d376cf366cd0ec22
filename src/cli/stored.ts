import type { Command } from '../config/option.ts'
import { type Config, OPTIONS } from '../config/options.ts'

/** Does a command's work on the working copy of a store, if it is of those that read the cache. What it takes for that is loaded then. */
export async function stored(
  config: Config,
  signal: AbortSignal,
  owners: readonly Command[],
  task: () => Promise<number>,
): Promise<number> {
  const readers: readonly Command[] = OPTIONS.store.commands
  if (!owners.some((owner) => readers.includes(owner))) return task()
  const { withStored } = await import('./stages/store.ts')
  return withStored(config, signal, owners.includes('crawl'), task)
}
