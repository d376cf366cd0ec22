import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing; returns the first one that was made, undefined when it was there. Node's own way to
 * do so never ends where a file system takes no folders and says that there is none above, as `/proc` does: no signal ends it either.
 */
export function makeFolder(path: string): string | undefined {
  if (isFolder(path)) return undefined
  if (tryToMake(path)) return path
  const first = makeFolder(dirname(path))
  mkdirIn(path)
  return first ?? path
}

/** False if there is no folder to make it in. */
function tryToMake(path: string): boolean {
  try {
    mkdirIn(path)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || dirname(path) === path) throw error
    return false
  }
}

/** One that another process has made meanwhile is as good. */
function mkdirIn(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
