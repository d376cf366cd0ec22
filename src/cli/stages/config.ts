import { type Command, COMMANDS } from '../../config/option.ts'
import { isShared, optionKey, type OptionName, OPTION_NAMES, OPTIONS } from '../../config/options.ts'
import { flagOf, variableOf } from '../../config.ts'
import type { Configured } from '../configuration.ts'
import { table } from '../terminal/words.ts'

/**
 * Prints all values that are not defaults, with their origins; as JSON all options. Options are named as in a configuration file:
 * `crawl.limit`. A token is never printed, only whether there is one.
 */
export async function showConfig(configure: (commands: Command[]) => Promise<Configured>): Promise<0> {
  const top = await configure([])
  const { config, file } = top
  const settingOf = (name: OptionName, of: Configured) => {
    const value: unknown = name === 'token' && of.config.token ? '(set)' : of.config[name]
    return { name, value, from: of.origins.get(name) ?? ('default' as const) }
  }
  const settings = new Map<string, ReturnType<typeof settingOf>>()
  for (const name of OPTION_NAMES.filter(isShared)) settings.set(name, settingOf(name, top))
  for (const command of COMMANDS) {
    const configured = await configure([command])
    for (const name of OPTION_NAMES.filter((one) => OPTIONS[one].commands.includes(command))) {
      const setting = settingOf(name, configured)
      if (JSON.stringify(setting) !== JSON.stringify(settings.get(name))) settings.set(`${command}.${optionKey(name)}`, setting)
    }
  }
  if (config.json) {
    const options = Object.fromEntries(Array.from(settings, ([key, { value, from }]) => [key, { value, from }]))
    console.log(JSON.stringify({ file: file ?? null, options }))
    return 0
  }
  console.log(file === undefined ? 'There is no configuration file here or above.' : `Configuration file: ${file}`)
  const sourceOf = ({ name, from }: ReturnType<typeof settingOf>): string =>
    ({ flag: flagOf(name), environment: variableOf(name), file: file ?? '', default: 'default' })[from]
  const set = [...settings].filter(([, { from }]) => from !== 'default')
  const rows = set.map(([key, setting]) => [key, String(setting.value), sourceOf(setting)])
  if (rows.length > 0) for (const line of table([['option', 'value', 'from'], ...rows], 'text')) console.log(line)
  console.log('All other options have their defaults: see docs/options.md.')
  return 0
}
