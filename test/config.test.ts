import { describe, expect, test } from 'vitest'
import { type Config, type OptionName, OPTION_NAMES, OPTIONS } from '../src/config/options.ts'
import { flagOf, readConfig, toEnvironment, variableOf, userCwd } from '../src/config.ts'
import { UsageError } from '../src/errors.ts'

const names = OPTION_NAMES

/** The same cases for each of several options, whose names are separated by spaces. */
const alike = <Names extends string, Case>(names: Names, its: Case) =>
  Object.fromEntries(names.split(' ').map((name) => [name, its])) as Record<Words<Names>, Case>
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** For each option: valid texts with their values, and invalid texts. */
const cases: { [Name in OptionName]: { right: Record<string, Config[Name]>; wrong: string[] } } = {
  ...alike(
    'fullText ignoreRobots full replace apiFiles public socialPictures nginxBrotli compress ifChanged app renderAll linkMedia quiet',
    { right: { yes: true, '1': true, off: false }, wrong: ['perhaps'] },
  ),
  ...alike('allowShrink allowRefused allowUnreadable', { right: { '0': 0, '12.5%': 12.5 }, wrong: ['101', '-1', 'few'] }),
  source: {
    right: { 'https://www.example.org/': 'https://www.example.org', 'http://127.0.0.1:8080/api/2.0': 'http://127.0.0.1:8080/api/2.0' },
    wrong: ['example.org', 'ftp://example.org', 'file:///etc', 'https://'],
  },
  sourceWas: {
    right: {
      'http://old.example.org/': ['http://old.example.org'],
      'http://a.example, https://b.example/api/2.0': ['http://a.example', 'https://b.example/api/2.0'],
    },
    wrong: ['old.example.org', 'ftp://old.example.org', ','],
  },
  cache: { right: { '../my cache': '../my cache' }, wrong: [] },
  out: { right: { public: 'public' }, wrong: [] },
  store: {
    right: { 's3://copies': 's3://copies', 's3://copies/guides/en/': 's3://copies/guides/en' },
    wrong: ['copies', 's3://', 'https://s3.example.org/copies', 's3://copies//en', 's3://copies/a b'],
  },
  s3Endpoint: { right: { 'http://127.0.0.1:8080/': 'http://127.0.0.1:8080' }, wrong: ['s3.example.org', 'ftp://s3.example.org'] },
  storeSite: { right: { true: true }, wrong: ['perhaps'] },
  queue: {
    right: { 'redis://127.0.0.1:6379': 'redis://127.0.0.1:6379', 'postgres://me@db/queue': 'postgres://me@db/queue' },
    wrong: ['127.0.0.1', 'http://127.0.0.1'],
  },
  work: { right: { 'a/folder': 'a/folder' }, wrong: [] },
  publish: { right: { './publish.sh': './publish.sh' }, wrong: [] },
  metrics: {
    right: { '127.0.0.1:9464': '127.0.0.1:9464', '0': '0', '[::1]:9464': '[::1]:9464', 'crawler.example.org:80': 'crawler.example.org:80' },
    wrong: ['localhost', '127.0.0.1:http', '127.0.0.1:70000', 'http://127.0.0.1:9464'],
  },
  graceHours: { right: { '0': 0, '48': 48 }, wrong: ['-1', '1.5', 'a day'] },
  zoomSize: { right: { huge: 'huge' }, wrong: ['large', 'HUGE'] },
  site: { right: { 'https://guides.example.org/': 'https://guides.example.org' }, wrong: ['guides.example.org'] },
  base: {
    right: { '/': '/', '/guides': '/guides', '/a/b-c.d_e~f/': '/a/b-c.d_e~f/' },
    wrong: ['guides', '//', '/a b/', '/<x>/', '/a/../b/', '/.'],
  },
  links: { right: { relative: 'relative' }, wrong: ['absolute'] },
  contact: { right: { 'you@example.org': 'you@example.org' }, wrong: ['jürgen', 'a\nb'] },
  token: { right: { abc123: 'abc123' }, wrong: ['a b', 'a\nb'] },
  concurrency: { right: { '1': 1, '64': 64 }, wrong: ['0', '65', '-1', '1.5', 'many', '1e1', ' '] },
  retries: { right: { '0': 0, '20': 20 }, wrong: ['21', '-1'] },
  guide: { right: { '12': [12], '12, 7': [12, 7] }, wrong: ['0', 'twelve', '12,', '-1', '1.5', ''] },
  outPdf: { right: { handouts: 'handouts' }, wrong: [] },
  format: { right: { zip: 'zip', folder: 'folder' }, wrong: ['tar', ''] },
  maxSize: { right: { '0': 0, '4GB': 4e9, '1.5 m': 1.5e6, '700kb': 700_000 }, wrong: ['4 GiB', '-1', 'large', '4'] },
  sign: { right: { key: 'key' }, wrong: [] },
  paper: { right: { a4: 'a4', letter: 'letter' }, wrong: ['A4', 'legal'] },
  media: { right: { none: 'none', pictures: 'pictures', all: 'all' }, wrong: ['some', 'ALL'] },
  sizes: { right: { huge: ['huge'], 'standard, large': ['standard', 'large'] }, wrong: ['', 'standard,,large', 'enormous'] },
  lang: { right: { all: ['all'], 'en,de, jp': ['en', 'de', 'ja'], pt_BR: ['pt-br'] }, wrong: ['english please', 'd', '../de'] },
  extra: { right: { all: ['all'], 'users, guide-releases': ['users', 'guide-releases'] }, wrong: ['everything', 'users;image'] },
  limit: { right: { '5': 5 }, wrong: ['-1', 'many'] },
  category: { right: { 'Phone 13"': 'Phone 13"' }, wrong: [] },
  since: { right: { '2026-01-31': '2026-01-31' }, wrong: ['yesterday', '2026-13-01', '31.1.2026'] },
  maxMediaBytes: { right: { '1': 1 }, wrong: ['0', '5MB'] },
  maxBodyBytes: { right: { '1024': 1024 }, wrong: ['1023'] },
  maxRecords: { right: { '1000': 1000 }, wrong: ['0', 'many'] },
  maxDepth: { right: { '0': 0, '12': 12 }, wrong: ['-1', 'deep'] },
  connectTimeoutMs: { right: { '600000': 600_000 }, wrong: ['0', '600001'] },
  headersTimeoutMs: { right: { '5': 5 }, wrong: ['0', '5s'] },
  bodyTimeoutMs: { right: { '5': 5 }, wrong: ['0', ''] },
  answerTimeoutMs: { right: { '3600000': 3_600_000 }, wrong: ['0', '1m'] },
  maxRate: { right: { '0': 0, '2.5': 2.5 }, wrong: ['-1', 'fast', '10001'] },
  allowHost: { right: { 'nas.lan, [::1],10.0.0.7': ['nas.lan', '[::1]', '10.0.0.7'] }, wrong: ['http://nas.lan', 'a b', 'nas.lan,', ''] },
  verify: { right: { '1%': 1, '0.5': 0.5 }, wrong: ['-1', '101', 'some'] },
  summary: { right: { 'summary.md': 'summary.md' }, wrong: [] },
  bundleOut: { right: { 'guides.zip': 'guides.zip' }, wrong: [] },
  update: { right: { 'old/guides.zip': 'old/guides.zip', 'a.ZIM': 'a.ZIM' }, wrong: ['2026-01-31', 'guides', '.zip'] },
  maxFailed: { right: { '0': 0, '2.5': 2.5, '100%': 100 }, wrong: ['101', '-1', '1.2.3', 'few', '.'] },
  name: { right: { Menders: 'Menders' }, wrong: [] },
  licence: { right: { 'CC BY-SA 4.0': 'CC BY-SA 4.0' }, wrong: [] },
  licenceUrl: {
    right: { 'https://creativecommons.org/licenses/by-sa/4.0/': 'https://creativecommons.org/licenses/by-sa/4.0/' },
    wrong: ['by-sa'],
  },
  api: { right: { true: true, '1': true, off: false }, wrong: ['perhaps'] },
  hostName: {
    right: { 'guides.example.org, workshop': ['guides.example.org', 'workshop'] },
    wrong: ['https://guides.example.org', 'a b', 'workshop,', ''],
  },
  host: { right: { '0.0.0.0': '0.0.0.0', '::1': '::1' }, wrong: ['a b', 'http://x/'] },
  target: { right: { nginx: ['nginx'], 'caddy, s3': ['caddy', 's3'], none: ['none'] }, wrong: ['iis', 'nginx,none', ''] },
  mediaBase: {
    right: { 'https://media.example.org': 'https://media.example.org/', 'http://localhost:9000/guides': 'http://localhost:9000/guides/' },
    wrong: [
      'media.example.org',
      'ftp://media.example.org/',
      'https://example.org/?x=1',
      "https://example.org/;'self'/",
      'https://me:pw@example.org/',
    ],
  },
  maxFileSize: { right: { '25MB': 25_000_000, '1KB': 1000, '26214400': 26_214_400 }, wrong: ['-1', 'large', '25 PB', '25', '0.5k'] },
  maxFiles: { right: { '20000': 20_000 }, wrong: ['-1', 'many'] },
  port: { right: { '0': 0, '65535': 65_535 }, wrong: ['65536', '', 'http'] },
  workers: { right: { '0': 0, '4': 4 }, wrong: ['-1', '1.5', 'all', '513'] },
  shard: {
    right: { '3/8': '3/8', '1/1': '1/1', '999/999': '999/999' },
    wrong: ['0/8', '9/8', '3', '3/', '/8', '3/1000', '03/8', '3 / 8', '-1/8'],
  },
  part: { right: { '3/7': '3/7' }, wrong: ['8/7', '3'] },
  explain: { right: { '/guide/12/': '/guide/12/' }, wrong: [] },
  logo: { right: { 'our/logo.svg': 'our/logo.svg' }, wrong: [] },
  accent: { right: { '#a83f1b': '#a83f1b', '#FA0': '#FA0' }, wrong: ['red', 'a83f1b', '#a83f1'] },
  colours: { right: { 'our/colours.json': 'our/colours.json' }, wrong: [] },
  footer: { right: { 'Open on Saturdays.': 'Open on Saturdays.' }, wrong: [] },
  pages: { right: { 'our/pages': 'our/pages' }, wrong: [] },
  components: { right: { 'our/components': 'our/components' }, wrong: [] },
  words: { right: { 'our words': 'our words' }, wrong: [] },
  synonyms: { right: { 'our.json': 'our.json' }, wrong: [] },
  fallback: { right: { hide: 'hide' }, wrong: ['maybe'] },
  emptyCategories: { right: { listed: 'listed' }, wrong: ['hide'] },
  includePrivate: { right: { true: true }, wrong: ['some'] },
  json: { right: { on: true }, wrong: ['perhaps'] },
  debug: { right: { false: false }, wrong: ['perhaps'] },
}

describe.each(names)('%s', (name) => {
  const { wrong } = cases[name]
  const right = Object.entries(cases[name].right)

  test('has a default, also used for an empty environment variable', () => {
    expect(readConfig({}, {})[name]).toEqual(OPTIONS[name].fallback)
    expect(readConfig({}, { [variableOf(name)]: '' })[name]).toEqual(OPTIONS[name].fallback)
  })

  test.each(right)('accepts %j as a flag and as a variable', (text, value) => {
    expect(readConfig({ [name]: text }, {})[name]).toEqual(value)
    expect(readConfig({}, { [variableOf(name)]: text })[name]).toEqual(value)
  })

  if (wrong.length > 0)
    test.each(wrong.map((text) => [text]))('refuses %j with a sentence that names the valid values', (text) => {
      const refused = (flags: Record<string, unknown>, env: NodeJS.ProcessEnv) => {
        try {
          readConfig(flags, env)
        } catch (error) {
          return error
        }
        return undefined
      }
      const error = refused({ [name]: text }, {})
      expect(error).toBeInstanceOf(UsageError)
      expect(String(error)).toContain(`${flagOf(name)} must be ${OPTIONS[name].expects}, not `)
      if (text !== '') expect(String(refused({}, { [variableOf(name)]: text }))).toContain(`${variableOf(name)} must be `)
    })
})

test('the path of the site address is the base, and a different `base` is refused', () => {
  const site = 'https://me.github.io/wiki/'
  const read = { site: 'https://me.github.io', base: '/wiki/' }
  for (const flags of [{ site }, { site, base: '/wiki' }]) expect(readConfig(flags, {})).toMatchObject(read)
  expect(readConfig({}, toEnvironment(readConfig({ site }, {})))).toMatchObject(read)
  for (const base of ['/', '/docs/']) expect(() => readConfig({ site, base }, {})).toThrow(`says that the site is served under /wiki/, and`)
  expect(() => readConfig({ site: 'https://me.example/a%20b' }, {})).toThrow('must be a path that starts with a slash')
})

test('flags and variables are named after the option', () => {
  expect(flagOf('maxMediaBytes')).toBe('--max-media-bytes')
  expect(variableOf('maxMediaBytes')).toBe('BENCHBOOK_MAX_MEDIA_BYTES')
})

test('a wrong token is not repeated', () => {
  expect(() => readConfig({}, { BENCHBOOK_TOKEN: 'very secret' })).toThrow(/^BENCHBOOK_TOKEN must be (?!.*secret)/)
})

test('the token is read from the environment only and not passed on in it', () => {
  expect(OPTIONS.token.value).toBeNull()
  expect(Object.values(toEnvironment(readConfig({}, { BENCHBOOK_TOKEN: 'secret' })))).not.toContain('secret')
})

test('a configuration survives a round trip through the environment', () => {
  const config = readConfig(Object.fromEntries(names.map((name) => [name, Object.keys(cases[name].right)[0]])), {})
  expect(readConfig({}, toEnvironment(config))).toEqual({ ...config, token: '' })
  expect(readConfig({}, toEnvironment(readConfig({}, {})))).toEqual(readConfig({}, {}))
})

test('every option has a description of one sentence', () => {
  for (const name of names) {
    expect(OPTIONS[name].text).toMatch(/^[A-Z].*\.$/)
    expect(OPTIONS[name].commands.length).toBeGreaterThan(0)
  }
})

test('paths are relative to the folder of the user, also through `npm run`', () => {
  const npm = { npm_package_json: '/project/package.json', INIT_CWD: '/home/ada' }
  expect(userCwd(npm, '/project')).toBe('/home/ada')
  expect(userCwd(npm, '/elsewhere')).toBe('/elsewhere')
  expect(userCwd({}, '/project')).toBe('/project')
})
