import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configOf } from '../../scripts/cli/configuration.ts'
import type { OptionSpec } from '../../src/config/option.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { benchbookHere } from '../benchbook-here.ts'

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

test('an option whose flag another one has too is also given by its name in a file, and lists of both are one', async () => {
  for (const flags of [
    ['--hosting', 'nginx', '--hosting', 'bogus'],
    ['--host', 'nginx', '--hosting', 'bogus'],
  ])
    for (const command of ['build', 'export', 'dev']) {
      const { code, stderr } = await benchbookHere([command, ...(command === 'dev' ? ['--hosting', 'nginx,bogus'] : flags)])
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('not "nginx,bogus"') as string })
    }
})
