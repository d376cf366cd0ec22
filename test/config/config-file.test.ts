import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { findConfigFile, readConfigFile } from '../../src/config/config-file.ts'
import { nearestOf } from '../../scripts/terminal/nearest.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

/** A folder with these files. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function read(name: string, text: string) {
  const folder = await folderWith({ [name]: text })
  return { folder, file: await readConfigFile(join(folder, name), nearestOf) }
}

test.each([
  ['benchbook.config.mts', "const name: string = 'Ours'\nexport default { name, lang: ['de', 'fr'] }"],
  ['benchbook.config.mjs', "export default { name: 'Ours', lang: 'de, fr' }"],
  ['benchbook.config.mjs', "export default async () => ({ name: 'Ours', lang: ['de', 'fr'] })"],
  ['benchbook.config.json', '{ "$schema": "x", "name": "Ours", "lang": ["de", "fr"] }'],
])('%s gives its options: %s', async (name, text) => {
  const { file } = await read(name, text)
  expect(readConfig({}, {}, file)).toMatchObject({ name: 'Ours', lang: ['de', 'fr'], out: 'dist' })
})

test('numbers, switches and lists may be written as such, or as on a command line', async () => {
  const asSuch = { maxFailed: 2.5, port: 8080, full: true, quiet: false, sizes: ['large'], guide: [12, 7], verify: 5 }
  const asTexts = { maxFailed: '2.5', port: '8080', full: 'true', quiet: 'false', sizes: 'large', guide: '12,7', verify: '5%' }
  for (const options of [asSuch, asTexts]) {
    const { file } = await read('benchbook.config.json', JSON.stringify(options))
    expect(readConfig({}, {}, file)).toMatchObject(asSuch)
  }
})

test('a flag goes before the environment, that before the file, and that before the default', async () => {
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

test('paths are relative to the file; none stays none', async () => {
  const { folder, file } = await read(
    'benchbook.config.json',
    '{ "out": "public", "pages": "../pages", "logo": "", "cache": "/var/cache" }',
  )
  expect(file.values).toEqual({ out: join(folder, 'public'), pages: join(folder, '../pages'), logo: '', cache: '/var/cache' })
})

test('the nearest file is found, from where one stands upwards', async () => {
  const folder = await folderWith({ 'benchbook.config.json': '{}', 'a/benchbook.config.mjs': '', 'a/b/c/x': '', 'd/x': '' })
  expect(findConfigFile(join(folder, 'a/b/c'))).toBe(join(folder, 'a/benchbook.config.mjs'))
  expect(findConfigFile(join(folder, 'd'))).toBe(join(folder, 'benchbook.config.json'))
  expect(findConfigFile(join(folder, 'missing'))).toBe(join(folder, 'benchbook.config.json'))
})

test('two files in one folder are refused', async () => {
  const folder = await folderWith({ 'benchbook.config.json': '{}', 'benchbook.config.ts': '' })
  expect(() => findConfigFile(folder)).toThrow(/^There are two configuration files, .*\.ts and .*\.json\. Keep one\.$/)
})

test.each([
  ['benchbook.config.json', '{ "sorce": "x" }', /^"sorce" in .* is no option\. Did you mean "source"\?$/],
  ['benchbook.config.json', '{ "maxmediabytes": 1 }', /Did you mean "maxMediaBytes"\?$/],
  ['benchbook.config.json', '{ "colour": "x" }', /Did you mean "colours"\?$/],
  ['benchbook.config.json', '{ "qqqqqqqq": "x" }', /^"qqqqqqqq" in .* is no option\.$/],
  ['benchbook.config.json', '{ "token": "sesame" }', /^(?!.*sesame).* names a token\. Keep it out of files/],
  ['benchbook.config.json', '[]', /gives no options\. Let it export them/],
  ['benchbook.config.json', '{ "name": ', /cannot be read: .*JSON.*\.$/],
  ['benchbook.config.mjs', 'export const x = 1', /gives no options/],
  ['benchbook.config.mjs', "throw new Error('Ours')", /cannot be read: Ours\.$/],
  ['benchbook.config.mjs', "import x from './missing.mjs'\nexport default x", /cannot be read: Cannot find module/],
])('%s with %s is refused in a sentence', async (name, text, message) => {
  await expect(read(name, text)).rejects.toMatchObject({
    code: 'ERR_CONFIG_FILE',
    exitCode: 2,
    message: expect.stringMatching(message) as string,
  })
})

test('a wrong value is told with its name and its file', async () => {
  const { folder, file } = await read('benchbook.config.json', '{ "maxFailed": 200 }')
  const message = `"maxFailed" in ${join(folder, 'benchbook.config.json')} must be a number from 0 to 100, not 200.`
  expect(() => readConfig({}, {}, file)).toThrow(message)
})
