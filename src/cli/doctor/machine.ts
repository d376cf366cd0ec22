import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openCache } from '../../cache/reader.ts'
import type { Config } from '../../config/options.ts'
import { chromePath, programFolders } from '../../config.ts'
import { explainSystem, isBenchbookError } from '../../errors.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { findChromium, hasDriver } from '../../pdf/chromium.ts'
import { VERSION } from '../../product.ts'
import { bytesInWords, countOf } from '../terminal/words.ts'

/** One result of the examination: all right, a note, or a problem. */
export interface Finding {
  level: 'ok' | 'note' | 'problem'
  message: string
  code?: ErrorCode
}

/** Less is not enough for the smallest site. */
const LEAST_FREE_BYTES = 50_000_000

/** Checks versions, folders, the cache, and programs that some commands need. */
export async function lookAtMachine(config: Config): Promise<Finding[]> {
  return [
    { level: 'ok', message: `Benchbook ${VERSION}, Node ${process.versions.node}, ${process.platform} on ${process.arch}` },
    await lookAtFolder('The cache', config.cache),
    await lookAtFolder('The site', config.out),
    await lookAtCache(config.cache),
    await lookAtPrinting(),
    lookAtSigning(),
  ]
}

/** The free bytes of the disk that contains a folder, or would. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existing(folder))
  return bavail * bsize
}

async function lookAtFolder(what: string, folder: string): Promise<Finding> {
  try {
    await access(existing(folder), constants.W_OK)
  } catch (error) {
    const { message } = explainSystem(error, folder) as Error
    return { level: 'problem', message: `${what}: ${message}`, code: 'ERR_NOT_WRITABLE' }
  }
  const free = await freeBytes(folder)
  const message = `${what}: ${folder}, ${bytesInWords(free)} free`
  return free < LEAST_FREE_BYTES ? { level: 'problem', message, code: 'ERR_DISK_FULL' } : { level: 'ok', message }
}

async function lookAtCache(folder: string): Promise<Finding> {
  try {
    const { manifest } = await openCache(folder)
    const records = Object.values(manifest.counts).reduce((sum, { fetched, unchanged }) => sum + fetched + unchanged, 0)
    return {
      level: 'ok',
      message: `The last crawl of ${manifest.source} ended at ${manifest.finishedAt}, with ${countOf(records, 'record')} and files`,
    }
  } catch (error) {
    if (!isBenchbookError(error)) throw error
    const isNew = error.code === 'ERR_CACHE_MISSING'
    return isNew
      ? { level: 'ok', message: 'No crawl has finished here yet: the next one copies everything' }
      : { level: 'problem', message: error.message, code: error.code }
  }
}

async function lookAtPrinting(): Promise<Finding> {
  if (!hasDriver()) return { level: 'note', message: '`benchbook pdf` needs the package playwright-core, which is not installed' }
  try {
    const { executablePath } = await findChromium(chromePath())
    return { level: 'ok', message: `\`benchbook pdf\` prints with ${executablePath}` }
  } catch (error) {
    if (!isBenchbookError(error)) throw error
    return { level: 'note', message: `\`benchbook pdf\`: ${error.message}` }
  }
}

function lookAtSigning(): Finding {
  const installed = ['ssh-keygen', 'minisign'].filter(isInstalled)
  return installed.length > 0
    ? { level: 'ok', message: `\`benchbook bundle --sign\` signs with ${installed.join(' or ')}` }
    : { level: 'note', message: '`benchbook bundle --sign` needs ssh-keygen or minisign, and neither is installed' }
}

function isInstalled(program: string): boolean {
  const name = process.platform === 'win32' ? `${program}.exe` : program
  return programFolders().some((folder) => existsSync(join(folder, name)))
}

/** The folder itself, or its nearest existing parent. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}
