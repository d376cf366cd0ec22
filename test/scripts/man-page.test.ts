import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { manPage } from '../../scripts/docs/man-page.ts'
import { program } from '../../scripts/run.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { flagOf, variableOf } from '../../src/config.ts'

const page = manPage(program)

test('the manual page has every command and every option once', () => {
  const terms = page
    .split('\n')
    .flatMap((line, at, lines) => (lines[at - 1] === '.TP' ? line.replace(/\\f[BIR]/g, '').replaceAll('\\-', '-') : []))
  const words = terms.map((term) => term.split(' ')[0])
  // A flag may be two commands', and then takes something else.
  expect(terms).toEqual([...new Set(terms)])
  const options = (Object.keys(OPTIONS) as OptionName[]).map((name) => (OPTIONS[name].value === null ? variableOf(name) : flagOf(name)))
  expect(words).toEqual(expect.arrayContaining([...options, ...program.commands.map((command) => command.name())]))
})

test('groff sets the manual page without a warning', ({ skip }) => {
  skip(spawnSync('groff', ['--version']).status !== 0, 'There is no groff on this machine.')
  const { status, stderr, stdout } = spawnSync('groff', ['-man', '-Tascii', '-P-cbou', '-ww', '-K', 'utf8'], {
    input: page,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const words of ['EXIT STATUS', '--max-media-bytes BYTES', 'benchbook export --source https://www.ifixit.com'])
    expect(stdout).toContain(words)
})
