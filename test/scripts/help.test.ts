import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import type { OptionSpec } from '../../src/config/option.ts'
import { OPTION_NAMES, OPTIONS } from '../../src/config/options.ts'
import { flagOf } from '../../src/config.ts'
import { PROGRAM_COMMANDS } from '../../src/cli/run.ts'
import { benchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const options = OPTION_NAMES.map((name) => ({ name, ...(OPTIONS[name] as OptionSpec) }))

test('without arguments the help is printed, and that is no error', async () => {
  const [bare, asked] = await Promise.all([benchbook([]), benchbook(['--help'])])
  expect(bare).toEqual(asked)
  expect(bare).toMatchObject({ code: 0, stderr: '' })
  for (const command of [...PROGRAM_COMMANDS.map((command) => command.name()), 'help'])
    expect(bare.stdout).toMatch(new RegExp(`^  ${command} +[A-Z]`, 'm'))
  for (const words of ['Start with:', 'Exit codes:', 'BENCHBOOK_']) expect(bare.stdout).toContain(words)
})

describe.each(['crawl', 'build', 'check', 'report', 'serve', 'bundle', 'pdf', 'export'])('the help of %s', async () => {
  test.concurrent('lists its own options with their defaults, and no others', async ({ task }) => {
    const command = task.suite?.name.replace('the help of ', '') ?? ''
    const { code, stdout, stderr } = await benchbookHere([command, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const owners = command === 'export' ? ['crawl', 'build', 'check'] : [command]
    for (const { name, commands, value, group, fallback } of options) {
      const isOwn = value !== null && commands.some((owner) => owners.includes(owner)) && !(command === 'export' && name === 'shard')
      // The same flag may belong to another option in another command.
      expect(new RegExp(`^  ${flagOf(name)}${value ? ` <${value}>` : '(?![\\w-])'}`, 'm').test(stdout), name).toBe(isOwn)
      if (!isOwn) continue
      expect(stdout).toContain(`\n${group}:\n`)
      if (typeof fallback === 'number') expect(stdout).toContain(`[${fallback}]`)
    }
  })
})

test.each(PROGRAM_COMMANDS.map((command) => command.name()))(
  'the help of %s explains its use, with examples and exit codes',
  async (command) => {
    const { code, stdout } = await benchbookHere([command, '--help'])
    expect(code).toBe(0)
    for (const words of [`Usage: benchbook ${command} `, `  benchbook ${command}`, 'Exit codes:']) expect(stdout).toContain(words)
    expect(stdout).toMatch(/^Examples?:$/m)
  },
)

test('help COMMAND is the help of that command, and a wrong one names the nearest', async () => {
  expect(await benchbookHere(['help', 'check'])).toEqual(await benchbookHere(['check', '--help']))
  expect(await benchbookHere(['help'])).toEqual(await benchbookHere(['--help']))
  const stderr = 'benchbook: There is no command chek. Did you mean check? See "benchbook --help".\n'
  expect(await benchbookHere(['help', 'chek'])).toEqual({ code: 2, stdout: '', stderr })
})

test('the demo refuses an invalid port before it makes anything', async () => {
  const cwd = await temporaryFolder()
  const { code, stderr } = await benchbookHere(['demo', '--port', 'x'], { cwd })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/^benchbook: --port must be a whole number/) as string })
  expect(await readdir(cwd)).toEqual([])
})

test('--version prints the version', async () => {
  expect(await benchbook(['--version'])).toEqual({ code: 0, stdout: `${about.version}\n`, stderr: '' })
})
