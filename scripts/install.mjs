// Runs before `npm run demo` and `npm test`: plain JavaScript, since the machine's own Node may be old.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)

/** True if all packages match the lockfile; optional ones may be missing, as they are for other machines. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { integrity, optional }]) => path === '' || (present[path] ? present[path].integrity === integrity : optional),
  )
}

/** The packages of a lockfile by folder. npm writes the one in node_modules last: it is missing after an interrupted installation. */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

if (!isInstalled()) {
  console.log('Installing the dependencies from package-lock.json …')
  const { status } = spawnSync('npm ci --no-audit --no-fund --loglevel=error', { cwd: root, shell: true, stdio: 'inherit' })
  if (status !== 0) {
    console.error('benchbook: The installation failed; the lines above say why. Mend that and run the command again.')
    process.exit(2)
  }
}
