import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { filesBelow } from '../src/disk/files-below.ts'
import { readIfExists } from '../src/disk/read.ts'
import { sha256Of } from '../src/disk/sha256.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PASSED = join(ROOT, 'node_modules/.cache/types-passed')
/** What tsconfig.json includes, and what it and the types of the packages depend on. */
const FOLDERS = ['src', 'sample/drawing', 'scripts', 'test']
const FILES = ['astro.config.mjs', 'package-lock.json', 'package.json', 'tsconfig.json', 'vitest.config.ts']

/** A digest of all that the type checker reads, with packages represented by their versions. */
async function stateOfTheCode(): Promise<string> {
  const paths = [...FILES]
  for (const folder of FOLDERS)
    for await (const path of filesBelow(ROOT, folder)) if (/\.(?:astro|js|json|m?ts)$/.test(path)) paths.push(path)
  const digest = createHash('sha256').update(process.version)
  for (const path of paths.sort()) digest.update(`${path} ${sha256Of(join(ROOT, path))}\n`)
  return digest.digest('hex')
}

const state = await stateOfTheCode()
if ((await readIfExists(PASSED)) === state) console.log('No file has changed since the types were last checked.')
else {
  // `astro check` has no cache, and the types of one file can break another.
  const flags = ['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'hint']
  const { status } = spawnSync('astro-check', flags, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) {
    await mkdir(dirname(PASSED), { recursive: true })
    await writeFile(PASSED, state)
  }
  process.exitCode = status ?? 1
}
