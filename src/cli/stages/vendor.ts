import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { readIfExists } from '../../disk/read.ts'
import { SystemError } from '../../errors.ts'
import { ROOT } from '../../installation.ts'
import { VERSION } from '../../product.ts'

const VENDOR = 'vendor'
/** The package as a file of the repository, until it is in a registry. */
export const TARBALL = `${VENDOR}/benchbook-${VERSION}.tgz`

/**
 * Copies the running package into a folder, and adds it to its package.json and lockfile as a dependency, so that `npm ci` installs it in
 * any clone. Returns the names of the written files: none if package.json names a package that every clone can install.
 */
export async function vendor(folder: string): Promise<string[]> {
  const about = await readIfExists(join(folder, 'package.json'))
  const { dependencies = {} } = JSON.parse(about ?? '{}') as { dependencies?: Record<string, string> }
  const { benchbook } = dependencies
  const isInClones = benchbook !== undefined && !/^(?:file|link):(?:\.?\/)*(?:\.\.|\/|[A-Z]:)/i.test(benchbook)
  if (isInClones && (await readIfExists(join(folder, 'package-lock.json'))) !== undefined) return []
  if (!isInClones) await mkdir(join(folder, VENDOR), { recursive: true })
  try {
    if (!isInClones) await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', relative(ROOT, join(folder, VENDOR)))
    await npm(folder, 'install', '--package-lock-only', '--prefer-offline', ...(isInClones ? [] : ['--save-prod', `./${TARBALL}`]))
  } catch (cause) {
    const [, why = 'npm ended without a reason'] = /^npm error (?!code|errno|syscall)(.+?)\.?$/m.exec(String(cause)) ?? []
    const command = isInClones ? 'npm install' : `npm install ./${TARBALL}`
    throw new SystemError(
      `npm could not add Benchbook to ${join(folder, 'package.json')}: ${why}. Run "${command}" there, or the job cannot install it.`,
      { cause, path: folder },
    )
  }
  return [...(isInClones ? [] : [TARBALL, 'package.json']), 'package-lock.json']
}

/** Under npx, the environment names npx's own folder, which `--prefix` overrides. */
const npm = (cwd: string, ...words: string[]) =>
  promisify(execFile)('npm', [...words, '--prefix', '.', '--no-audit', '--no-fund'], { cwd, shell: process.platform === 'win32' })
