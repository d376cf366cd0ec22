import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { explainSystem } from '../errors.ts'
import { lockOut, namesInOwn } from '../publish/out-lock.ts'

const MARKER = '.benchbook-bundling'

/** The staging directory of a bundle, next to it: `site.zip.bundling/`. */
export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** Creates the staging directory of a bundle, empty. Throws a {@link UsageError} if the folder is foreign or in use. */
export async function openWorkspace(path: string) {
  const folder = `${path}.bundling`
  const release = await lockOut(path, `${folder}.lock`)
  const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  const remove = () => clear().finally(release)
  try {
    await namesInOwn(folder, MARKER)
    await clear()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, MARKER), '')
    return {
      cache: join(folder, 'cache'),
      site: join(folder, 'site'),
      /** For the index of a ZIM archive. */
      index: join(folder, 'index'),
      /** The unfinished bundle and its delta. */
      part: join(folder, 'whole.part'),
      deltaPart: join(folder, 'delta.part'),
      /** Removes it. */
      remove,
    }
  } catch (error) {
    await release()
    throw explainSystem(error, folder)
  }
}
