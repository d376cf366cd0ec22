import type { Command as OptionOwner } from '../config/option.ts'
import type { Config, OptionName } from '../config/options.ts'

/** A command of `benchbook`, as command.ts makes it. */
export interface Definition {
  name: string
  /** One sentence for the list of commands. */
  summary: string
  /** Whose options it takes. */
  options: readonly OptionOwner[]
  /** Those of them that mean nothing to it. */
  without?: readonly OptionName[]
  /** A word that it takes before its options, and what it may be. */
  word?: { name: string; choices: readonly string[] }
  /** What stands below the options in its help. */
  more: string
  /** Does the work and gives the exit code. It imports what it needs when it runs: help and usage errors come at once. */
  run: (config: Config, signal: AbortSignal, flags: Readonly<Record<string, unknown>>, words: readonly string[]) => Promise<number>
}
