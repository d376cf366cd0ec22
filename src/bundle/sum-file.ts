import { lstatSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { writeAtomically } from '../disk/atomic.ts'
import { sha256Of } from '../disk/sha256.ts'
import { UsageError } from '../errors.ts'

const MAX_BYTES = 8192

const sumFileOf = (path: string): string => `${path}.sha256`
const SUM = /^[0-9a-f]{64} [ *].+\n?$/

/** Throws a {@link UsageError} if the path of a bundle's sum file is taken by something else. Must be called before work begins. */
export function refuseUnmanagedSum(bundle: string): void {
  const path = sumFileOf(bundle)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && (stats.size === 0 || (stats.size < MAX_BYTES && SUM.test(readFileSync(path, 'utf8')))))) return
  throw new UsageError(
    `${path} was not made by Benchbook, and the SHA-256 of a bundle is written there. Move it away, or name another \`out\`.`,
    {
      code: 'ERR_OUT_FOREIGN',
      option: 'out',
      path,
    },
  )
}

/** Writes the SHA-256 of a file next to it, in `sha256sum -c` format, and returns it. */
export function writeSum(path: string, sha256 = sha256Of(path)): string {
  writeAtomically(sumFileOf(path), `${sha256}  ${basename(path)}\n`)
  return sha256
}

/** True if a bundle's name has its own sum file; a symbolic link to one needs no update. */
export const hasSum = (path: string): boolean => lstatSync(sumFileOf(path), { throwIfNoEntry: false })?.isFile() ?? false
