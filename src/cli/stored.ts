import type { Command } from '../config/option.ts'
import { type Config, OPTIONS } from '../config/options.ts'

/** Runs a command on the working copy of a store, if it reads the cache. Its dependencies are loaded only then. */
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
