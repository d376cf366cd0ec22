import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { flagOf, variableOf } from '../../src/config.ts'
import type { Configured } from '../cli/configuration.ts'

/** Prints what is set otherwise than by default and by whom; `--json` all options. A token or password is never printed, only whether there is one. */
export function showConfig({ config, file, origins }: Configured): 0 {
  const names = Object.keys(OPTIONS) as OptionName[]
  const shown: Partial<Record<OptionName, unknown>> = { token: config.token && '(set)', queue: withoutPassword(config.queue) }
  const valueOf = (name: OptionName): unknown => shown[name] ?? config[name]
  const originOf = (name: OptionName): string => {
    const from = origins.get(name) ?? 'default'
    return { flag: flagOf(name), environment: variableOf(name), file: file ?? '', default: 'default' }[from]
  }
  if (config.json) {
    const options = Object.fromEntries(names.map((name) => [name, { value: valueOf(name), from: origins.get(name) ?? 'default' }]))
    console.log(JSON.stringify({ file: file ?? null, options }))
    return 0
  }
  const isSet = (name: OptionName): boolean => origins.get(name) !== 'default'
  console.log(file === undefined ? 'There is no configuration file here or above.' : `Configuration file: ${file}`)
  const rows = names.filter(isSet).map((name) => [name, inWords(valueOf(name)), originOf(name)])
  if (rows.length > 0) for (const line of aligned([['option', 'value', 'from'], ...rows])) console.log(line)
  console.log('All other options have their defaults: see docs/options.md.')
  return 0
}

/** A client of Redis takes a password from the query as well. */
function withoutPassword(url: string): string {
  const [address = '', query] = url.split('?', 2)
  const at = address.lastIndexOf('@')
  const place = at < 0 ? address : `${address.slice(0, address.indexOf('//'))}//(set)@${address.slice(at + 1)}`
  return query === undefined ? place : `${place}?(set)`
}

/** Texts stand to the left. */
function aligned(rows: readonly string[][]): string[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = [widthOf(0), widthOf(1), 0]
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

const inWords = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))
