import { lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lockFile } from '../cache/lock/lock.ts'
import { ifMissing } from '../disk/atomic.ts'
import { explainSystem, UsageError } from '../errors.ts'

/** Locks an output until the returned function is called; takes over an ended process's lock. Throws a {@link UsageError} if it is held. */
export async function lockOut(out: string, path = `${out}.lock`): Promise<() => Promise<void>> {
  try {
    await mkdir(dirname(out), { recursive: true })
    const lock = await lockFile(path)
    if ('release' in lock) return lock.release
    throw new UsageError(
      `Another command is making ${out}: ${lock.holder}. Wait for its end, or name another \`out\`; if it is long gone, remove ${path}.`,
      { code: 'ERR_OUT_LOCKED', option: 'out', path },
    )
  } catch (error) {
    throw explainSystem(error, out)
  }
}

/**
 * The names in a staging directory, which contains `marker` if a command of Benchbook made it; undefined if there is none. Throws a {@link
 * UsageError} if something unmanaged has that name.
 */
export async function namesInOwn(folder: string, marker: string): Promise<string[] | undefined> {
  const there = await lstat(folder).catch(ifMissing)
  if (!there) return undefined
  if (there.isDirectory()) {
    const names = await readdir(folder)
    if (names.length === 0 || names.includes(marker)) return names
  }
  throw foreignOut(folder, `Benchbook works in ${folder}, and something else is there. Move it away, or name another \`out\`.`)
}

/** The error for a file or folder where a build writes; `why` says what. */
export const notManaged = (path: string, why: string): UsageError =>
  foreignOut(path, `${path} was not made by Benchbook or is damaged, and ${why}. Move it away, or name another \`out\`.`)

/** The error for something that Benchbook did not make, at a path that it would replace. */
export const foreignOut = (path: string, message: string): UsageError =>
  new UsageError(message, { code: 'ERR_OUT_FOREIGN', option: 'out', path })
