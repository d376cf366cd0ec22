import { dirname } from 'node:path'
import { lockFile } from '../cache/lock/lock.ts'
import { makeFolder } from '../disk/make-folder.ts'
import { explainSystem, UsageError } from '../errors.ts'

/**
 * Locks the folder of a site for one build, by a file beside it; what comes back releases it. The lock of a process that has ended is taken over. Throws a
 * {@link UsageError} that names who builds there.
 */
export async function lockOut(out: string): Promise<() => Promise<void>> {
  const path = `${out}.lock`
  try {
    makeFolder(dirname(out))
    const lock = await lockFile(path)
    if ('release' in lock) return lock.release
    throw new UsageError(
      `Another build into ${out} is at work: ${lock.holder}. Wait for its end, or name another folder with \`out\`; if it is long gone, remove ${path}.`,
      { code: 'ERR_OUT_LOCKED', option: 'out', path },
    )
  } catch (error) {
    throw explainSystem(error, out)
  }
}
