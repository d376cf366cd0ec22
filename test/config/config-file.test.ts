import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Command, COMMANDS } from '../../src/config/option.ts'
import { isShared, optionKey, OPTION_NAMES, OPTIONS, SECTIONS } from '../../src/config/options.ts'
import { readConfig } from '../../src/config.ts'
import { findConfigFile, readConfigFile, settingsFor, WITHOUT_SECTION } from '../../src/config/config-file.ts'
import { program } from '../../src/cli/run.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

/** The settings of a file for some commands. */
async function read(name: string, text: string, commands: readonly Command[] = COMMANDS) {
  const folder = await temporaryFolder({ [name]: text })
  return { folder, file: settingsFor(commands, await readConfigFile(join(folder, name))) }
}

test.each([
  ['benchbook.config.mts', "const name: string = 'Ours'\nexport default { name, lang: ['de', 'fr'] }"],
  ['benchbook.config.mjs', "export default { name: 'Ours', lang: 'de, fr' }"],
  ['benchbook.config.mjs', "export default async () => ({ name: 'Ours', lang: ['de', 'fr'] })"],
  ['benchbook.config.json', '{ "$schema": "x", "name": "Ours", "lang": ["de", "fr"] }'],
])('%s sets its options: %s', async (name, text) => {
  const { file } = await read(name, text)
  expect(readConfig({}, {}, file)).toMatchObject({ name: 'Ours', lang: ['de', 'fr'], out: 'dist' })
})

test('numbers, switches and lists may be literals or texts as on the command line', async () => {
  const shared = [
    { full: true, quiet: false, sizes: ['large'], guide: [12, 7] },
    { full: 'true', quiet: 'false', sizes: 'large', guide: '12,7' },
  ]
  const crawl = [
    { maxFailed: 2.5, verify: 5 },
    { maxFailed: '2.5', verify: '5%' },
  ]
  for (const at of [0, 1]) {
    const { file } = await read('benchbook.config.json', JSON.stringify({ ...shared[at], crawl: crawl[at] }))
    expect(readConfig({}, {}, file)).toMatchObject({ ...shared[0], ...crawl[0] })
  }
})

test('flags take precedence over the environment, the file and the default, in this order', async () => {
  const { file } = await read('benchbook.config.json', '{ "name": "file", "footer": "file", "licence": "file" }')
  const origins: Record<string, string> = {}
  const config = readConfig(
    { name: 'flag' },
    { BENCHBOOK_NAME: 'env', BENCHBOOK_FOOTER: 'env', BENCHBOOK_LICENCE: '' },
    file,
    (name, origin) => {
      origins[name] = origin
    },
  )
  expect(config).toMatchObject({ name: 'flag', footer: 'env', licence: 'file', accent: '' })
  expect(origins).toMatchObject({ name: 'flag', footer: 'environment', licence: 'file', accent: 'default' })
})

test('paths are relative to the file; an empty path stays empty', async () => {
  const { folder, file } = await read(
    'benchbook.config.json',
    '{ "out": "public", "pages": "../pages", "logo": "", "cache": "/var/cache", "bundle": { "out": "guides", "update": "old.zip" } }',
  )
  expect(file.values).toEqual({
    out: join(folder, 'public'),
    pages: join(folder, '../pages'),
    logo: '',
    cache: '/var/cache',
    bundleOut: join(folder, 'guides'),
    update: join(folder, 'old.zip'),
  })
})

test('the nearest file is found in the current folder or above', async () => {
  const folder = await temporaryFolder({ 'benchbook.config.json': '{}', 'a/benchbook.config.mjs': '', 'a/b/c/x': '', 'd/x': '' })
  expect(findConfigFile(join(folder, 'a/b/c'))).toBe(join(folder, 'a/benchbook.config.mjs'))
  expect(findConfigFile(join(folder, 'd'))).toBe(join(folder, 'benchbook.config.json'))
  expect(findConfigFile(join(folder, 'missing'))).toBe(join(folder, 'benchbook.config.json'))
})

test('two files in one folder are refused', async () => {
  const folder = await temporaryFolder({ 'benchbook.config.json': '{}', 'benchbook.config.ts': '' })
  expect(() => findConfigFile(folder)).toThrow(/^There are two configuration files, .*\.ts and .*\.json\. Keep one\.$/)
})

test.each([
  ['benchbook.config.json', '{ "sorce": "x" }', /^"sorce" in .* is not an option\. Did you mean "source"\?$/],
  ['benchbook.config.json', '{ "crawl": { "sorce": "x" } }', /^"crawl\.sorce" in .* is not an option\. Did you mean "source"\?$/],
  ['benchbook.config.json', '{ "source": "x" }', /^"source" in .* is an option of crawl alone: write crawl: \{ source: … \}\.$/],
  ['benchbook.config.json', '{ "host": "nginx" }', /is an option of serve alone: write serve: \{ host: … \}\.$/],
  [
    'benchbook.config.json',
    '{ "bundle": { "paper": "a4" } }',
    /^"bundle\.paper" in .* is an option of pdf and not of bundle: write pdf: \{ paper: … \}\.$/,
  ],
  [
    'benchbook.config.json',
    '{ "serve": { "name": "x" } }',
    /^"serve\.name" in .* is an option of other commands and not of serve: write it at the top of the file\.$/,
  ],
  ['benchbook.config.json', '{ "crawl": [1] }', /^"crawl" in .* must hold the options of that command: crawl: \{ source: … \}\.$/],
  ['benchbook.config.json', '{ "bundle": 3 }', /must hold the options of that command: bundle: \{ \w+: … \}\.$/],
  ['benchbook.config.json', '{ "export": {} }', /^"export" in .* is not a section: that command reads crawl, build, and check\.$/],
  ['benchbook.config.json', '{ "report": {} }', /^"report" in .* is not a section: that command has none\.$/],
  ['benchbook.config.json', '{ "crawl": { "token": "sesame" } }', /^(?!.*sesame).* names a token\. Keep it out of files/],
  ['benchbook.config.json', '{ "maxmediabytes": 1 }', /Did you mean "maxMediaBytes"\?$/],
  ['benchbook.config.json', '{ "colour": "x" }', /Did you mean "colours"\?$/],
  ['benchbook.config.json', '{ "qqqqqqqq": "x" }', /^"qqqqqqqq" in .* is not an option\.$/],
  ['benchbook.config.json', '{ "token": "sesame" }', /^(?!.*sesame).* names a token\. Keep it out of files/],
  ['benchbook.config.json', '[]', /gives no options\. Let it export them/],
  ['benchbook.config.json', '{ "name": ', /cannot be read: .*JSON.*\.$/],
  ['benchbook.config.mjs', 'export const x = 1', /gives no options/],
  ['benchbook.config.mjs', "throw new Error('Ours')", /cannot be read: Ours\.$/],
  ['benchbook.config.mjs', "import x from './missing.mjs'\nexport default x", /cannot be read: Cannot find module/],
])('%s with %s is refused with an error', async (name, text, message) => {
  await expect(read(name, text)).rejects.toMatchObject({
    code: 'ERR_CONFIG_FILE',
    exitCode: 2,
    message: expect.stringMatching(message) as string,
  })
})

test('a wrong value is reported with its name and file', async () => {
  const { folder, file } = await read('benchbook.config.json', '{ "crawl": { "maxFailed": 200 } }')
  const message = `"crawl.maxFailed" in ${join(folder, 'benchbook.config.json')} must be a number from 0 to 100, not 200.`
  expect(() => readConfig({}, {}, file)).toThrow(message)
})

test('a section of a command takes precedence over the top level, for that command only', async () => {
  const text = '{ "category": "Phone", "bundle": { "category": "Kettle" } }'
  const categoryFor = async (command: Command) => readConfig({}, {}, (await read('benchbook.config.json', text, [command])).file).category
  expect(await Promise.all((['crawl', 'bundle', 'pdf'] as const).map(categoryFor))).toEqual(['Phone', 'Kettle', 'Phone'])
})

test('each option is accepted in its place and nowhere else', async () => {
  for (const name of OPTION_NAMES.filter((each) => each !== 'token')) {
    const { commands } = OPTIONS[name]
    const accepts = (options: object) =>
      read('benchbook.config.json', JSON.stringify(options)).then(
        ({ file }) => Object.keys(file.values).length === 1 && file.values[name] !== undefined,
        () => false,
      )
    const inSections = await Promise.all(
      SECTIONS.map(async (section) => [section, await accepts({ [section]: { [optionKey(name)]: 'x' } })]),
    )
    expect([name, inSections]).toEqual([name, SECTIONS.map((section) => [section, commands.includes(section)])])
    expect([name, await accepts({ [name]: 'x' })]).toEqual([name, isShared(name)])
  }
})

test('every command has a section, or is listed as having none', () => {
  const known = [...SECTIONS, ...Object.keys(WITHOUT_SECTION)]
  // "cache" is an option, so it cannot be mistaken for a section.
  expect(program.commands.map((command) => command.name()).filter((name) => !known.includes(name))).toEqual(['cache'])
})
