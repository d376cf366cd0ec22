import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configOf } from '../../src/cli/configuration.ts'
import type { OptionSpec } from '../../src/config/option.ts'
import { OPTION_NAMES, OPTIONS } from '../../src/config/options.ts'
import { optionsPage, withOptionDocs } from '../../scripts/docs/options.ts'
import { flagOf, variableOf } from '../../src/config.ts'
import { manPage } from '../../scripts/docs/man-page.ts'
import { program } from '../../src/cli/run.ts'

afterEach(() => vi.unstubAllEnvs())

/** Options whose value is a file or folder, according to --help. */
const places = OPTION_NAMES.filter((name) => /^(?:DIR|FILE)$/.test((OPTIONS[name] as OptionSpec).value ?? ''))

test("every option for a file or folder is relative to the user's folder", async () => {
  expect(places).toEqual(expect.arrayContaining(['cache', 'summary', 'logo']))
  vi.stubEnv('npm_package_json', join(process.cwd(), 'package.json'))
  vi.stubEnv('INIT_CWD', join('/home', 'ada'))
  const { config } = await configOf(Object.fromEntries(places.map((name) => [name, 'here/it.zip'])), [])
  expect(places.map((name) => [name, config[name]])).toEqual(places.map((name) => [name, join('/home', 'ada', 'here', 'it.zip')]))
})

test("a missing option is empty, not the user's folder", async () => {
  const { config } = await configOf({}, [])
  expect([config.summary, config.logo]).toEqual(['', ''])
})

test('docs/options.md is what `npm run docs` writes', () => {
  expect(readFileSync(new URL('../../docs/options.md', import.meta.url), 'utf8')).toBe(optionsPage())
})

test('the declarations of a package describe each option, with option names', () => {
  const declared = withOptionDocs('    port: OptionSpec<number>;\n    socialPictures: OptionSpec<boolean>;\n    groups: string[];\n')
  expect(declared).toContain(`/** ${OPTIONS.port.text} Takes ${OPTIONS.port.expects}. Default: 4321. */\n    port: `)
  expect(declared).toMatch(/\/\*\* .* Needs `site`; .* Default: false\. \*\/\n {4}socialPictures: .*\n {4}groups: /)
})

test('every option has one row, with its variable and, unless it comes from the environment only, its flag', () => {
  const page = optionsPage()
  for (const name of OPTION_NAMES) {
    const rows = page.split('\n').filter((line) => line.includes(`\`${variableOf(name)}\``))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.includes(flagOf(name))).toBe((OPTIONS[name] as OptionSpec).value !== null)
  }
})

const page = manPage(program)

test('the manual page has every command and every option once', () => {
  const terms = page
    .split('\n')
    .flatMap((line, at, lines) => (lines[at - 1] === '.TP' ? line.replace(/\\f[BIR]/g, '').replaceAll('\\-', '-') : []))
  const words = terms.map((term) => term.split(' ')[0])
  // Two commands may share a flag with different values.
  expect(terms).toEqual([...new Set(terms)])
  const options = OPTION_NAMES.map((name) => (OPTIONS[name].value === null ? variableOf(name) : flagOf(name)))
  expect(words).toEqual(expect.arrayContaining([...options, ...program.commands.map((command) => command.name())]))
})

test('groff formats the manual page without a warning', ({ skip }) => {
  skip(spawnSync('groff', ['--version']).status !== 0, 'There is no groff on this machine.')
  const { status, stderr, stdout } = spawnSync('groff', ['-man', '-Tascii', '-P-cbou', '-ww', '-K', 'utf8'], {
    input: page,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const words of ['EXIT STATUS', '--max-media-bytes BYTES', 'benchbook export --source https://www.ifixit.com'])
    expect(stdout).toContain(words)
})
