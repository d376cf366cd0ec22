import type { Config } from '../../config/options.ts'
import type { Survey } from '../../crawl/survey/survey.ts'
import { bytesInWords, countOf, numberInWords, timeInWords } from '../terminal/words.ts'
import type { Finding } from './machine.ts'

/** A safety factor: how much larger than forecast a cache and a site may become. */
const MARGIN = 2

/** The findings of a survey of a service, in words. */
export function tellSurvey(survey: Survey, config: Config, freeBytes: number): Finding[] {
  return [
    { level: 'ok', message: `${survey.base} answers` },
    ...survey.warnings.map((message): Finding => ({ level: 'note', message })),
    ...tellToken(survey, config),
    ...(config.contact
      ? []
      : [{ level: 'note' as const, message: 'The service is not told whom it may ask about these requests: add --contact' }]),
    ...tellRecords(survey),
    ...tellForecast(survey, config, freeBytes),
  ]
}

function tellToken({ privateGuides, isClosed }: Survey, { token, includePrivate }: Config): Finding[] {
  if (!token) return []
  const who = isClosed ? 'without it nobody reads this service' : 'others read this service without one'
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
