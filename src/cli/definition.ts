import type { Command as OptionOwner } from '../config/option.ts'
import type { Config, OptionName } from '../config/options.ts'

/** A command of `benchbook`, as command.ts makes it. */
export interface Definition {
  name: string
  /** One sentence for the list of commands. */
  summary: string
  /** The commands whose options it takes. */
  options: readonly OptionOwner[]
  /** Options that do not apply to it. */
  without?: readonly OptionName[]
  /** An argument before its options, and its choices. */
  word?: { name: string; choices: readonly string[] }
  /** The text below the options in its help. */
  more: string
  /** Does the work and returns the exit code. It imports its dependencies when it runs, so that help and usage errors are immediate. */
  run: (config: Config, signal: AbortSignal, flags: Readonly<Record<string, unknown>>, words: readonly string[]) => Promise<number>
}
