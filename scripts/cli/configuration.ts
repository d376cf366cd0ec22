import { resolve } from 'node:path'
import { findConfigFile, readConfigFile } from '../../src/config/config-file.ts'
import { type Config, isPath, type OptionName, OPTIONS } from '../../src/config/options.ts'
import { type Origin, readConfig, userCwd } from '../../src/config.ts'
import { isStoreUrl, storeAddress } from '../../src/store/address.ts'
import { nearestOf } from '../terminal/nearest.ts'
import { refuseUnknownVariables } from '../terminal/unknown-variables.ts'

/** The configuration, and where it is from. */
export interface Configured {
  config: Config
  /** The configuration file. */
  file: string | undefined
  origins: Map<OptionName, Origin>
}

/** The configuration of flags, environment and configuration file, with the folders as whole paths. */
export async function configOf(flags: Readonly<Record<string, unknown>>): Promise<Configured> {
  refuseUnknownVariables()
  const from = userCwd()
  const path = findConfigFile(from)
  const file = path === undefined ? undefined : await readConfigFile(path, nearestOf)
  const origins = new Map<OptionName, Origin>()
  const config = withStore(readConfig(flags, undefined, file, (name, origin) => origins.set(name, origin)))
  const whole = (Object.keys(OPTIONS) as OptionName[])
    .filter(isPath)
    .map((name) => [name, config[name] && resolve(from, String(config[name]))])
  return { config: { ...config, ...(Object.fromEntries(whole) as Partial<Config>) }, file: path, origins }
}

/** `--cache s3://…` names a store, whose working copy is the folder that a cache has unless somebody names another. */
function withStore(config: Config): Config {
  if (!isStoreUrl(config.cache)) return config
  return { ...config, store: storeAddress(config.cache).url, cache: OPTIONS.cache.fallback }
}
