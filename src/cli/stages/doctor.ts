import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { styleText } from 'node:util'
import { openCache } from '../../cache/reader.ts'
import type { Config } from '../../config/options.ts'
import { chromePath, programFolders } from '../../config.ts'
import { type Survey, survey } from '../../crawl/survey/survey.ts'
import { explainSystem, InterruptedError, isBenchbookError } from '../../errors.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { findChromium, hasDriver } from '../../pdf/chromium.ts'
import { PRODUCT, userAgent, VERSION } from '../../product.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'
import { bytesInWords, countOf, numberInWords, timeInWords } from '../terminal/words.ts'

const COLOURS = { ok: 'green', note: 'yellow', problem: 'red' } as const

/** Prints what is all right and what is not, on this machine and on the service. 1 if there is a problem. */
export async function doctor(config: Config, signal: AbortSignal): Promise<0 | 1> {
  const findings = await lookAtMachine(config)
  let service: Survey | undefined
  try {
    if (config.source) {
      service = await survey({ ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal })
      findings.push(...tellSurvey(service, config, await freeBytes(config.cache)))
    } else findings.push({ level: 'note', message: 'No service is named: add --source to have it looked at' })
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('Interrupted. Nothing was written.', { cause: error })
    if (!isBenchbookError(error)) throw error
    findings.push({ level: 'problem', message: error.message, code: error.code })
  }
  if (config.json) console.log(jsonInFlags({ findings, ...(service && { service }) }))
  if (!config.json && !config.quiet)
    for (const { level, message } of findings) console.log(`${styleText(COLOURS[level], level.padEnd(8))} ${inFlags(message)}`)
  const problems = findings.filter(({ level }) => level === 'problem')
  if (config.quiet) for (const { message } of problems) console.error(`benchbook: ${inFlags(message)}`)
  return problems.length > 0 ? 1 : 0
}

/** One result of the examination: all right, a note, or a problem. */
interface Finding {
  level: 'ok' | 'note' | 'problem'
  message: string
  code?: ErrorCode
}

/** Less is not enough for the smallest site. */
const LEAST_FREE_BYTES = 50_000_000

/** Checks versions, folders, the cache, and programs that some commands need. */
async function lookAtMachine(config: Config): Promise<Finding[]> {
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
async function freeBytes(folder: string): Promise<number> {
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

/** A safety factor: how much larger than forecast a cache and a site may become. */
const MARGIN = 2

/** The findings of a survey of a service, in words. */
function tellSurvey(survey: Survey, config: Config, freeBytes: number): Finding[] {
  return [
    { level: 'ok', message: `${survey.base} answers` },
    ...survey.warnings.map((message): Finding => ({ level: 'note', message })),
    ...tellToken(survey, config),
    ...(config.contact
      ? []
      : [{ level: 'note' as const, message: 'The service does not know whom to ask about these requests: add --contact' }]),
    ...tellRecords(survey),
    ...tellForecast(survey, config, freeBytes),
  ]
}

function tellToken({ privateGuides, isClosed }: Survey, { token, includePrivate }: Config): Finding[] {
  if (!token) return []
  const who = isClosed ? 'this service cannot be read without one' : 'others read this service without one'
  if (privateGuides === null) return [{ level: 'ok', message: `The token is taken (${who}). It may not list private guides` }]
  const private_ = countOf(privateGuides ?? 0, 'private guide')
  const copied = includePrivate ? 'which are copied' : 'which are copied with --include-private only'
  return [{ level: 'ok', message: `The token is taken (${who}). It shows ${private_}${privateGuides ? `, ${copied}` : ''}` }]
}

function tellRecords({ lists, categories, forecast }: Survey): Finding[] {
  const { guides, wikis, users, teams } = forecast.records
  const missing = Object.entries(lists).flatMap(([list, items]) => (items === null ? list : []))
  const { tags = 0, comments = 0 } = lists
  const counted = [
    countOf(guides, 'guide'),
    `${numberInWords(wikis)} wikis (${numberInWords(categories)} of them in the tree of categories)`,
    countOf(teams, 'team'),
    countOf(tags ?? 0, 'tag'),
    countOf(comments ?? 0, 'comment'),
    `some ${countOf(Number(users.toPrecision(2)), 'user')}`,
  ]
  const found: Finding =
    guides + wikis > 0 ? { level: 'ok', message: counted.join(', ') } : { level: 'problem', message: 'It has neither guides nor wikis.' }
  const lack: Finding = { level: 'note', message: `It does not give these lists, or they have no end: ${missing.join(', ')}` }
  return missing.length > 0 ? [found, lack] : [found]
}

function tellForecast({ forecast, sampled }: Survey, { concurrency, category, limit, since }: Config, freeBytes: number): Finding[] {
  const { requests, ms, bytes, media } = forecast
  const all = bytes.records + bytes.pictures
  const files = named([media.pictures, 'picture'], [media.videos, 'video file'], [media.documents, 'document'])
  const sample = named([sampled.guides, 'guide'], [sampled.wikis, 'wiki'], [sampled.pictures, 'picture'])
  const weight = `${bytesInWords(all)}${media.videos + media.documents > 0 ? ' and the videos and documents' : ''}`
  const findings: Finding[] = [
    {
      level: 'ok',
      message: `A first crawl: roughly ${timeInWords(ms)} with --concurrency ${concurrency}, ${[named([requests, 'request']), files, weight].filter(Boolean).join(', ')} (from ${sample})`,
    },
  ]
  if (category || limit || since)
    findings.push({ level: 'note', message: 'The forecast is for the whole service; the part that you chose takes less' })
  if (freeBytes < MARGIN * all)
    findings.push({
      level: 'problem',
      message: `The disk of the cache has ${bytesInWords(freeBytes)} free, and cache and site take roughly ${bytesInWords(MARGIN * all)}. Free some, or copy less with --media or --sizes.`,
      code: 'ERR_DISK_FULL',
    })
  return findings
}

/** [1571, 'picture'] → "1,600 pictures"; zero counts are omitted. */
const named = (...counts: readonly (readonly [count: number, noun: string])[]): string =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => countOf(Number(count.toPrecision(2)), noun))
    .join(', ')
