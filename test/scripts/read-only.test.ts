import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { differing, siteFiles } from '../site-files.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE_BASE, sampleSite } from '../sample-site.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NOBODY = 65_534
/** Root may write everywhere: as root, somebody else runs the build. */
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A copy of the installation in which nobody may write; packages are links to ours. */
async function installIn(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  for (const name of ['package.json', 'astro.config.mjs', 'tsconfig.json', 'public', 'src', 'scripts'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  await symlink(join(ROOT, 'node_modules/.bin/node'), join(folder, 'node_modules/.bin/node'))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444)
  await chmod(folder, 0o555)
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isDirectory()) await unlock(join(folder, entry.name))
}

test('an installation that its user may not write builds the site that any other builds', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such rights.')
  skip(!mayRead(), `As root this runs as another user, and that one may not read ${ROOT}.`)
  const { cache, out } = await sampleSite()
  const folder = await temporaryFolder()
  const [installation, work] = [join(folder, 'installation'), join(folder, 'work')]
  await chmod(folder, 0o755)
  await installIn(installation)
  await mkdir(work)
  if (user.uid !== undefined) chownSync(work, user.uid, user.gid)
  const args = [join(installation, 'scripts/benchbook.mjs'), 'build', '--cache', cache, '--out', join(work, 'dist'), '--base', SAMPLE_BASE]
  const child = spawn(process.execPath, args, { ...user, env: { PATH: process.env.PATH, HOME: work }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close') as Promise<[number]>, text(child.stdout), text(child.stderr)])
  expect(code, stdout + stderr).toBe(0)
  await unlock(installation)
  expect((await readdir(join(installation, 'node_modules'))).filter((name) => name.startsWith('.'))).toEqual(['.bin'])
  expect(await readdir(installation)).not.toContain('.astro')
  expect(differing(await siteFiles(join(work, 'dist')), await siteFiles(out))).toEqual([])
})

const mayRead = (): boolean => spawnSync(process.execPath, ['-e', `require('fs').readdirSync(${JSON.stringify(ROOT)})`], user).status === 0
