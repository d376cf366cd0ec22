import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile } from '../../cache/lock/lock.ts'
import { openCache } from '../../cache/reader.ts'
import { readConfig } from '../../config.ts'
import { explainSystem, UsageError } from '../../errors.ts'
import { ROOT } from '../../installation.ts'
import { serveSite } from '../../publish/serve.ts'
import { startService } from '../../replica/http/server.ts'
import { crawlInWords } from '../terminal/crawl.ts'
import { build } from './build.ts'
import { check } from './check.ts'
import { crawl } from './crawl.ts'

const LICENCE = { licence: 'CC BY-SA 4.0', licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/' }
const SITE = { ...LICENCE, name: 'The Mendery', lang: 'all', extra: 'all' }

/**
 * Serves the sample as a service on this machine, crawls it, builds and checks its site, and serves that at the port, or the next free one,
 * until it is interrupted. Files of an earlier demo in the folder are removed.
 */
export async function demo(
  { folder, serve, port }: { folder: string; serve: boolean; port?: string | undefined },
  signal: AbortSignal,
): Promise<number> {
  // Ignores the environment: the demo is the same for all users, and no variable makes it write to a user's folders.
  const config = readConfig({ ...SITE, port, cache: join(folder, 'content-cache'), out: join(folder, 'dist') }, {})
  const release = await reserve(folder)
  try {
    await rm(config.cache, { recursive: true, force: true })
    const service = await startService(await openCache(join(ROOT, 'sample')), { impersonatesService: true })
    const crawled = await crawl({ ...config, source: service.api, quiet: true }, signal).finally(service.close)
    console.log(crawlInWords(crawled.report))
    await build(config, signal)
    const { exitCode } = await check(config, signal)
    if (!serve || exitCode !== 0) return exitCode
    const serving = await serveSite(config.out, { base: config.base, port: config.port, orNext: true })
    console.log(`Open ${serving.url} (Ctrl+C stops it)`)
    await once(signal, 'abort').finally(() => serving.close())
    return 0
  } finally {
    await release()
  }
}

/** Allows one demo at a time per folder. */
async function reserve(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true })
    const lock = await lockFile(join(folder, 'demo.lock'))
    if (!('holder' in lock)) return lock.release
    const message = `Another demo is running in ${folder} (${lock.holder}). Stop that one, or start this one in another folder.`
    throw new UsageError(message, { code: 'ERR_OUT_LOCKED', path: folder })
  } catch (error) {
    throw explainSystem(error, folder)
  }
}
