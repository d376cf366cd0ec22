import { dirname, resolve } from 'node:path'
import { findConfigFile, readConfigFile, settingsFor } from '../config/config-file.ts'
import type { Command } from '../config/option.ts'
import { type Config, isPath, type OptionName, OPTION_NAMES, OPTIONS } from '../config/options.ts'
import { nearestOf } from '../config/nearest.ts'
import { type Origin, readConfig, unknownVariables, userCwd, variableOf } from '../config.ts'
import { UsageError } from '../errors.ts'
import { isStoreUrl, storeAddress } from '../store/address.ts'

/** The configuration, the configuration file, and the origins of values. */
export type Configured = Awaited<ReturnType<typeof configOf>>

/** The configuration of some commands from flags, environment and configuration file, with absolute paths. */
export async function configOf(flags: Readonly<Record<string, unknown>>, commands: readonly Command[]) {
  refuseUnknownVariables()
  const from = userCwd()
  const path = findConfigFile(from)
  const settings = path === undefined ? undefined : settingsFor(commands, await readConfigFile(path))
  const origins = new Map<OptionName, Origin>()
  const config = readConfig(flags, undefined, settings, (name, origin) => origins.set(name, origin))
  if (isStoreUrl(config.cache)) {
    // The working copy is the default cache folder, next to the file that names the store.
    const origin = origins.get('cache') ?? 'default'
    config.store = storeAddress(config.cache).url
    config.cache = resolve(origin === 'file' && path ? dirname(path) : from, OPTIONS.cache.fallback)
    origins.set('store', origin).set('cache', 'default')
  }
  const whole = OPTION_NAMES.filter(isPath).map((name) => [name, config[name] && resolve(from, String(config[name]))])
  return { config: { ...config, ...(Object.fromEntries(whole) as Partial<Config>) }, file: path, origins }
}

/** A misspelled variable would otherwise be ignored. */
function refuseUnknownVariables(): void {
  const [unknown] = unknownVariables()
  if (unknown) throw new UsageError(`unknown variable '${unknown}'${likeOf(unknown)} See docs/options.md.`)
}

/** ` (Did you mean BENCHBOOK_SOURCE?)`, like commander's hint for an option. */
function likeOf(variable: string): string {
  const asWord = (name: string) => name.slice('BENCHBOOK_'.length).toLowerCase().replaceAll('_', '-')
  const variables = OPTION_NAMES.map(variableOf)
  const meant = nearestOf(asWord(variable), variables.map(asWord))
  const name = variables.find((known) => asWord(known) === meant)
  return name ? ` (Did you mean ${name}?)` : '.'
}
