import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configOf } from '../../scripts/cli/configuration.ts'
import type { OptionSpec } from '../../src/config/option.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'

afterEach(() => vi.unstubAllEnvs())

/** Options whose value is a file or folder, by what --help calls it. */
const places = (Object.keys(OPTIONS) as OptionName[]).filter((name) => /^(?:DIR|FILE)$/.test((OPTIONS[name] as OptionSpec).value ?? ''))

test('every option that names a file or folder means it from where the user stands', async () => {
  expect(places).toEqual(expect.arrayContaining(['cache', 'summary', 'logo']))
  vi.stubEnv('npm_package_json', join(process.cwd(), 'package.json'))
  vi.stubEnv('INIT_CWD', join('/home', 'ada'))
  const { config } = await configOf(Object.fromEntries(places.map((name) => [name, 'here/it.is'])))
  expect(places.map((name) => [name, config[name]])).toEqual(places.map((name) => [name, join('/home', 'ada', 'here', 'it.is')]))
})

test('one that is not given is none, and not the folder in which the user stands', async () => {
  const { config } = await configOf({})
  expect([config.summary, config.logo]).toEqual(['', ''])
})
