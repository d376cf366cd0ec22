import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../disk/atomic.ts'
import { explainSystem, UsageError } from '../errors.ts'

const MARKER = '.benchbook-bundling'

/** Where a bundle is prepared, beside it: `site.zip.bundling/`. */
export interface Workspace {
  cache: string
  site: string
  /** Removes it. */
  remove: () => Promise<void>
}

/** Makes the workspace of a bundle, without what a killed command has left there. Throws a {@link UsageError} if the folder is somebody else's. */
export async function openWorkspace(path: string): Promise<Workspace> {
  const folder = `${path}.bundling`
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  try {
    const names = await readdir(folder).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (names && names.length > 0 && !names.includes(MARKER))
      throw new UsageError(
        `Benchbook prepares the bundle in ${folder}, which holds something else. Move it away, or name another \`out\`.`,
        {
          code: 'ERR_OUT_FOREIGN',
          option: 'out',
          path: folder,
        },
      )
    await remove()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, MARKER), '')
    return { cache: join(folder, 'cache'), site: join(folder, 'site'), remove }
  } catch (error) {
    throw explainSystem(error, folder)
  }
}
