import { spawnSync } from 'node:child_process'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'

const LOCK = {
  '': {},
  'node_modules/a': { integrity: 'sha512-a' },
  'node_modules/other-machine': { integrity: 'sha512-o', optional: true },
}

/** Runs install.mjs in a package of its own, whose node_modules contain `installed`; returns npm's arguments, and the exit code. */
async function install(installed: object | undefined, npmEnds = 0) {
  const root = await temporaryFolder({
    'scripts/install.mjs': await readFile(join(import.meta.dirname, '../../scripts/install.mjs')),
    'package-lock.json': JSON.stringify({ packages: LOCK }),
    ...(installed && { 'node_modules/.package-lock.json': JSON.stringify({ packages: installed }) }),
  })
  await writeFiles(root, { 'bin/npm': `#!/bin/sh\necho "$PWD npm $@" > "${root}/asked"\nexit ${npmEnds}\n` })
  await chmod(join(root, 'bin/npm'), 0o755)
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}` }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/install.mjs')], { env, encoding: 'utf8' })
  const asked = (await readFile(join(root, 'asked'), 'utf8').catch(() => '')).replace(root, '.').trim()
  return { status, stdout, stderr, asked }
}

test('an installation that matches the lockfile is left alone silently', async () => {
  expect(await install({ 'node_modules/a': { integrity: 'sha512-a' } })).toEqual({ status: 0, stdout: '', stderr: '', asked: '' })
})

test.each([
  ['nothing is installed', undefined],
  ['a package is missing', {}],
  ['a package has another version', { 'node_modules/a': { integrity: 'sha512-old' } }],
  [
    'an optional package has another version',
    { 'node_modules/a': { integrity: 'sha512-a' }, 'node_modules/other-machine': { integrity: 'sha512-old' } },
  ],
])('when %s, it is installed from the lockfile', async (_, installed) => {
  const { status, stdout, asked } = await install(installed)
  expect({ status, asked }).toEqual({ status: 0, asked: '. npm ci --no-audit --no-fund --loglevel=error' })
  expect(stdout).toBe('Installing the dependencies from package-lock.json …\n')
})

test('a failing installation ends with 2 and an error', async () => {
  const { status, stderr } = await install(undefined, 1)
  expect(status).toBe(2)
  expect(stderr).toMatch(/^benchbook: The installation failed; .*\.\n$/)
})
