import { lstatSync } from 'node:fs'
import { join, parse, sep } from 'node:path'

const SEPARATOR = sep === '/' ? '/' : /[\\/]/

/** True for a relative path that stays within a folder, whether or not it exists: names between slashes, none of them `..`. */
export const isInside = (path: string): boolean =>
  parse(path).root === '' && !path.includes('\0') && !path.split(SEPARATOR).some((name) => ['', '.', '..'].includes(name))

/**
 * False for a path below a folder that is a link, or leads through one: a build creates none, so it may lead anywhere on this machine. Also
 * false for an invalid file name. Stops at the first missing component, so that a path of thousands of folders costs one lookup.
 */
export function isOwnPath(root: string, path: string): boolean {
  let at = root
  for (const name of path.split(/[\\/]+/)) {
    at = join(at, name)
    if (at === root) continue
    const stats = statsOf(at)
    if (!stats) return stats === undefined
    if (stats.isSymbolicLink()) return false
  }
  return true
}

/** Undefined if nothing exists, null for what cannot be the path of a file. */
function statsOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return null // too long, contains a zero byte, or is below a file
  }
}
