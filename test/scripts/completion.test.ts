import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

/** The output of a shell for a script that has loaded its completion. */
async function said(shell: string, script: (path: string) => string): Promise<string[]> {
  const { code, stdout, stderr } = await benchbookHere(['completion', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const path = join(await temporaryFolder(), 'completion')
  await writeFile(path, stdout)
  const ended = spawnSync(shell, ['-c', script(path)], { encoding: 'utf8' })
  expect(ended.stderr).toBe('')
  return ended.stdout.split('\n').filter(Boolean)
}

test('bash completes commands, and the flags of the current one', async ({ skip }) => {
  skip(!has('bash'), 'There is no bash on this machine.')
  const complete = (...words: string[]) =>
    said(
      'bash',
      (path) =>
        `source ${path}; COMP_WORDS=(${words.join(' ')} ''); COMP_WORDS=(\${COMP_WORDS[@]:0:${words.length}}); COMP_CWORD=${words.length - 1}; _benchbook; printf '%s\\n' "\${COMPREPLY[@]}"`,
    )
  expect(await complete('benchbook', 'c')).toEqual(['crawl', 'check', 'cache', 'config', 'completion'])
  expect(await complete('benchbook', 'build', '--co')).toEqual(['--colours', '--components', '--compress'])
  expect(await complete('benchbook', 'crawl', '--so')).toEqual(['--source', '--source-was'])
  expect(await complete('benchbook', 'crawl', 'x')).toEqual([])
})

test('fish completes commands with descriptions, and flags', async ({ skip }) => {
  skip(!has('fish'), 'There is no fish on this machine.')
  const complete = (line: string) => said('fish', (path) => `source ${path}; complete -C '${line}'`)
  expect(await complete('benchbook cr')).toEqual(['crawl\tCopy a service into the cache: guides, categories, wikis, people, media.'])
  expect((await complete('benchbook crawl --sour')).map((line) => line.split('\t')[0])).toEqual(['--source', '--source-was'])
})

test('zsh loads the completion', async ({ skip }) => {
  skip(!has('zsh'), 'There is no zsh on this machine.')
  expect(await said('zsh', (path) => `autoload -U compinit; compinit -u -D; source ${path}; print -r -- $_comps[benchbook]`)).toEqual([
    '_benchbook',
  ])
})

test('an unknown shell is refused with the known ones', async () => {
  const { code, stderr } = await benchbookHere(['completion', 'tcsh'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^benchbook: .*'tcsh' is invalid.*bash, zsh, fish\. See "benchbook completion --help"\.$/m)
})
