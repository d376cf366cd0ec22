import { Argument, type Command, Option } from 'commander'
import { resolve } from 'node:path'
import { flagOf, isOnByDefault, ownFlagOf, presetOf, userCwd } from '../config.ts'
import type { Command as OptionOwner, OptionSpec } from '../config/option.ts'
import { type Config, type OptionName, OPTION_NAMES, OPTIONS } from '../config/options.ts'
import { isBenchbookError } from '../errors.ts'
import { VERSION } from '../product.ts'
import { configOf } from './configuration.ts'
import { exitCodeOf, interruptSignal } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { inFlags } from './terminal/flags.ts'

interface PlainDefinition {
  name: string
  /** One sentence for the list of commands. */
  summary: string
  /** What follows its name in the help. */
  usage?: string
  /** The text below the options in its help. */
  more: string
}

/** A command of `benchbook` without options. */
export const plainCommand = ({ name, summary, usage = '[options]', more }: PlainDefinition): Command =>
  newCommand(`benchbook ${name}`)
    .name(name)
    .summary(summary)
    .description(summary)
    .usage(usage)
    .addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
    .addHelpText('after', `\n${more.trim()}\n`)

interface Definition extends Omit<PlainDefinition, 'usage'> {
  /** The commands whose options it takes. */
  options: readonly OptionOwner[]
  /** Options that do not apply to it. */
  without?: readonly OptionName[]
  /** An argument before its options, and its choices. */
  word?: { name: string; choices: readonly string[] }
  /** Set if it makes much garbage and retains little (see small-heap.ts). */
  hasSmallHeap?: true
  /** Does the work and returns the exit code. It imports its dependencies when it runs, so that help and usage errors are immediate. */
  run: (config: Config, signal: AbortSignal, flags: Readonly<Record<string, unknown>>, words: readonly string[]) => Promise<number>
}

/** The commands that push a crawl. */
const CRAWLS: ReadonlySet<string> = new Set(['crawl', 'export'])
/** The commands whose site a store may keep. */
const BUILDS: ReadonlySet<string> = new Set(['build', 'merge', 'export'])

/** Makes a command of `benchbook`: flags → configuration → one call → exit code. */
export function defineCommand({ options, without, word, hasSmallHeap, run, ...definition }: Definition): Command {
  const command = plainCommand({ ...definition, usage: `${word ? `<${word.name}> ` : ''}[options]` })
  if (word) command.addArgument(new Argument(`<${word.name}>`).choices(word.choices))
  return addOptions(command, options, without).action(async () => {
    const flags: Record<string, unknown> = command.opts()
    const takes = (name: OptionName) => options.some((owner) => OPTIONS[name].commands.includes(owner)) && !without?.includes(name)
    let telling = { debug: flags.debug === true, json: flags.json === true }
    const work = async () => {
      const { config } = await configOf(flags, options)
      telling = config
      const signal = interruptSignal()
      const task = async (signal: AbortSignal) => {
        try {
          if (hasSmallHeap) await import('./small-heap.ts')
          return await run(config, signal, flags, command.args)
        } catch (error) {
          if (config.summary && isBenchbookError(error))
            await (await import('./stages/report.ts')).addToSummary(config, `**benchbook:** ${inFlags(error.message)}`)
          throw error
        }
      }
      const metrics = config.metrics && takes('metrics') ? await openMetrics(config, definition.name) : undefined
      try {
        if (!config.store || !takes('store') || definition.name === 'cache') return await task(signal)
        const { withStored } = await import('./stages/store.ts')
        const builds = BUILDS.has(definition.name) ? config.out : undefined
        const shards = definition.name === 'merge' ? command.args.map((folder) => resolve(userCwd(), folder)) : []
        return await withStored(config, signal, { isCrawl: CRAWLS.has(definition.name), reads: [config.out, ...shards], builds }, task)
      } finally {
        metrics?.close()
      }
    }
    process.exitCode = await exitCodeOf(work, () => telling)
  })
}

async function openMetrics({ metrics, quiet }: Config, command: string): Promise<{ close: () => void }> {
  const { startMetrics } = await import('../metrics/metrics.ts')
  const started = await startMetrics({ address: metrics, command, version: VERSION })
  if (!quiet) console.error(`Metrics at ${started.url}`)
  return started
}

/** Adds the flags of its options to a command, under their headings, except those that do not apply to it. */
export function addOptions(command: Command, owners: readonly OptionOwner[], without: readonly OptionName[] = []): Command {
  for (const name of OPTION_NAMES) {
    const option: OptionSpec = OPTIONS[name]
    if (without.includes(name) || option.value === null || !option.commands.some((owner) => owners.includes(owner))) continue
    const long = command.options.some((other) => other.long === flagOf(name)) ? ownFlagOf(name) : flagOf(name)
    const flag = option.value ? `${long} <${option.value}>` : long
    // Without its opposite, Commander would treat `--no-…` as given.
    if (isOnByDefault(name)) command.addOption(new Option(flag.replace('--no-', '--'), option.text).hideHelp())
    const added = new Option(flag, `${option.text}${presetOf(name) && ` [${presetOf(name)}]`}`).helpGroup(`${option.group}:`)
    // The value is stored under the option's name, even if the flag has another.
    added.attributeName = () => name
    // A list may be repeated: --target nginx --target caddy.
    if (option.value === 'LIST') added.argParser((part: string, before?: string) => (before === undefined ? part : `${before},${part}`))
    command.addOption(added)
  }
  return command
}
