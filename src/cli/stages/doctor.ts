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
    } else findings.push(note('No service is named: add --source to have it looked at'))
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('Interrupted. Nothing was written.', { cause: error })
    if (!isBenchbookError(error)) throw error
    findings.push(problem(error.message, error.code))
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
const ok = (message: string): Finding => ({ level: 'ok', message })
const note = (message: string): Finding => ({ level: 'note', message })
const problem = (message: string, code?: ErrorCode): Finding => ({ level: 'problem', message, ...(code && { code }) })

/** Less is not enough for the smallest site. */
const LEAST_FREE_BYTES = 50_000_000

/** Checks versions, folders, the cache, and programs that some commands need. */
async function lookAtMachine(config: Config): Promise<Finding[]> {
  return [
    ok(`Benchbook ${VERSION}, Node ${process.versions.node}, ${process.platform} on ${process.arch}`),
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
    return problem(`${what}: ${message}`, 'ERR_NOT_WRITABLE')
  }
  const free = await freeBytes(folder)
  const message = `${what}: ${folder}, ${bytesInWords(free)} free`
  return free < LEAST_FREE_BYTES ? problem(message, 'ERR_DISK_FULL') : ok(message)
}

async function lookAtCache(folder: string): Promise<Finding> {
  try {
    const { manifest } = await openCache(folder)
    const records = Object.values(manifest.counts).reduce((sum, { fetched, unchanged }) => sum + fetched + unchanged, 0)
    return ok(`The last crawl of ${manifest.source} ended at ${manifest.finishedAt}, with ${countOf(records, 'record')} and files`)
  } catch (error) {
    if (!isBenchbookError(error)) throw error
    if (error.code === 'ERR_CACHE_MISSING') return ok('No crawl has finished here yet: the next one copies everything')
    return problem(error.message, error.code)
  }
}

async function lookAtPrinting(): Promise<Finding> {
  if (!hasDriver()) return note('`benchbook pdf` needs the package playwright-core, which is not installed')
  try {
    const { executablePath } = await findChromium(chromePath())
    return ok(`\`benchbook pdf\` prints with ${executablePath}`)
  } catch (error) {
    if (!isBenchbookError(error)) throw error
    return note(`\`benchbook pdf\`: ${error.message}`)
  }
}

function lookAtSigning(): Finding {
  const installed = ['ssh-keygen', 'minisign'].filter(isInstalled)
  return installed.length > 0
    ? ok(`\`benchbook bundle --sign\` signs with ${installed.join(' or ')}`)
    : note('`benchbook bundle --sign` needs ssh-keygen or minisign, and neither is installed')
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
    ok(`${survey.base} answers`),
    ...survey.warnings.map(note),
    ...tellToken(survey, config),
    ...(config.contact ? [] : [note('The service does not know whom to ask about these requests: add --contact')]),
    ...tellRecords(survey),
    ...tellForecast(survey, config, freeBytes),
  ]
}

function tellToken({ privateGuides, isClosed }: Survey, { token, includePrivate }: Config): Finding[] {
  if (!token) return []
  const who = isClosed ? 'this service cannot be read without one' : 'others read this service without one'
  if (privateGuides === null) return [ok(`The token is taken (${who}). It may not list private guides`)]
  const private_ = countOf(privateGuides ?? 0, 'private guide')
  const copied = includePrivate ? 'which are copied' : 'which are copied with --include-private only'
  return [ok(`The token is taken (${who}). It shows ${private_}${privateGuides ? `, ${copied}` : ''}`)]
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
  const found = guides + wikis > 0 ? ok(counted.join(', ')) : problem('It has neither guides nor wikis.')
  return missing.length > 0 ? [found, note(`It does not give these lists, or they have no end: ${missing.join(', ')}`)] : [found]
}

function tellForecast({ forecast, sampled }: Survey, { concurrency, category, limit, since }: Config, freeBytes: number): Finding[] {
  const { requests, ms, bytes, media } = forecast
  const all = bytes.records + bytes.pictures
  const files = named([media.pictures, 'picture'], [media.videos, 'video file'], [media.documents, 'document'])
  const sample = named([sampled.guides, 'guide'], [sampled.wikis, 'wiki'], [sampled.pictures, 'picture'])
  const weight = `${bytesInWords(all)}${media.videos + media.documents > 0 ? ' and the videos and documents' : ''}`
  const cost = [named([requests, 'request']), files, weight].filter(Boolean).join(', ')
  const findings = [ok(`A first crawl: roughly ${timeInWords(ms)} with --concurrency ${concurrency}, ${cost} (from ${sample})`)]
  if (category || limit || since) findings.push(note('The forecast is for the whole service; the part that you chose takes less'))
  if (freeBytes < MARGIN * all) {
    const free = `The disk of the cache has ${bytesInWords(freeBytes)} free, and cache and site take roughly ${bytesInWords(MARGIN * all)}.`
    findings.push(problem(`${free} Free some, or copy less with --media or --sizes.`, 'ERR_DISK_FULL'))
  }
  return findings
}

/** [1571, 'picture'] → "1,600 pictures"; zero counts are omitted. */
const named = (...counts: readonly (readonly [count: number, noun: string])[]): string =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => countOf(Number(count.toPrecision(2)), noun))
    .join(', ')
