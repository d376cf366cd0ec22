import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** False for a path below a folder that is a link, or leads through one: a build makes none, so it leads anywhere on this machine. */
export function isOwnPath(root: string, path: string): boolean {
  let at = root
  return path.split(/[\\/]+/).every((name) => {
    at = join(at, name)
    return at === root || !lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()
  })
}
