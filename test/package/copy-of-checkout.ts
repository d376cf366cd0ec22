import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** A copy of the checkout in a new folder where npm may write: in place it would change what builds of other tests are reading. */
export function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'benchbook-copy-'))
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, maxBuffer: 100_000_000 })
  for (const path of list.toString().split('\0')) {
    if (!path || !existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(folder, path))
  }
  // One by one: npm writes a list of what it has installed next to them.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!['.package-lock.json', '.cache'].includes(name)) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}
