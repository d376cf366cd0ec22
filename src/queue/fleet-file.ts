import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { didYouMean } from '../config/nearest.ts'
import { isPath, OPTION_KEYS, type OptionName, optionOf } from '../config/options.ts'
import { optionTexts, readConfig, tokenVariable } from '../config.ts'
import { isMissing } from '../disk/atomic.ts'
import { explainReading, sentence, UsageError } from '../errors.ts'
import { PRODUCT } from '../product.ts'
import { type StoreAddress, storeAddress } from '../store/address.ts'
import type { Fleet } from './jobs.ts'

const schedule = z.string().min(1)
const given = z.record(z.string(), z.unknown())
const name = z.string().regex(/^[a-z\d][\w.-]{0,99}$/i, 'must be of letters, digits, dots, hyphens and underscores, at most 100')

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const givenService = z.strictObject({
  /** Also that of its prefix in the store. */
  name,
  /** A cron expression. */
  schedule: schedule.optional(),
  /** Services with a lower number come first. */
  priority: z.int().min(1).max(2_000_000).default(1000),
  /** Into how many parts a build is divided; with 1 it is not. */
  shards: z.int().min(1).max(64).default(1),
  options: given.default({}),
})

const givenFleet = z.strictObject({
  $schema: z.string().optional(),
  /** `s3://bucket/prefix`, below which each service has its own name. */
  store: z.string(),
  s3Endpoint: z.string().optional(),
  /** For services without one of their own. */
  schedule: schedule.optional(),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').default('UTC'),
  /** For all services. */
  options: given.default({}),
  services: z.array(givenService).min(1).max(10_000),
})

/** What a worker decides itself. */
const MANAGED: ReadonlySet<OptionName> = new Set<OptionName>([
  ...(['cache', 'out', 'store', 's3Endpoint', 'storeSite', 'shard', 'queue', 'publish', 'metrics'] as const),
  ...(['summary', 'quiet', 'json', 'debug'] as const),
])

/** Reads the description of a fleet. Throws a {@link UsageError} that names what is wrong in it. */
export function readFleetFile(path: string): Fleet {
  const { services, options, store, s3Endpoint = '', timeZone, schedule } = parse(path)
  const names = services.map(({ name }) => name.toLowerCase())
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice) throw refused(path, `two services are called ${twice}. Their name is that of their folder in the store: give each its own.`)
  const { url } = addressOf(store, path)
  return {
    product: PRODUCT,
    store: url,
    s3Endpoint,
    timeZone,
    services: services.map(({ name, options: own, ...service }) => ({
      name,
      ...(schedule && { schedule }),
      ...service,
      options: textsOf({ ...options, ...own }, `${path}, service ${name}`, tokenVariable(name)),
    })),
  }
}

function addressOf(store: string, path: string): StoreAddress {
  try {
    return storeAddress(store)
  } catch (error) {
    throw refused(path, sentence(error).replaceAll('`', '"'))
  }
}

function parse(path: string): z.infer<typeof givenFleet> {
  try {
    const given: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const { data, error } = givenFleet.safeParse(given)
    if (data) return data
    const [issue] = error.issues
    throw refused(path, `${issue ? issueInWords(issue, given) : error.message} See docs/scale.md.`)
  } catch (error) {
    if (isMissing(error)) throw refused(path, 'there is no such file.')
    throw error instanceof SyntaxError ? refused(path, `${sentence(error)}.`) : explainReading(error, path)
  }
}

/** `service 2: "name" must be …`: services without a name are counted from 1. */
function issueInWords(issue: z.core.$ZodIssue, given: unknown): string {
  const [list, at, ...inside] = issue.path
  const isService = list === 'services' && typeof at === 'number'
  const named = (isService ? inside : issue.path).map(String).join('.')
  const text = `${named && `"${named}" `}${faultIn(issue, isService ? givenService : givenFleet)}`
  if (!isService) return text
  const { data } = z.object({ services: z.array(z.unknown()) }).safeParse(given)
  const name = z.object({ name: z.string() }).safeParse(data?.services[at]).data?.name
  return `service ${name ?? at + 1}: ${text}`
}

function faultIn(issue: z.core.$ZodIssue, { shape }: z.ZodObject): string {
  const { code, message } = issue
  if (code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return `"${key}" is no field of it.${didYouMean(key, Object.keys(shape))}`
  }
  if (code === 'too_small' && issue.origin === 'array') return 'is empty.'
  if (code === 'invalid_type' && message.endsWith('received undefined')) return 'is missing.'
  return `${message.replace(/^Invalid input: expected (\w+), received (\w+)/, 'must be of type $1, not $2').replace(/^Too (?:small|big): expected \w+ to/, 'must')}.`
}

/** Checks options as those of an export; returns those that are not as by default. */
function textsOf(options: Readonly<Record<string, unknown>>, path: string, tokenIn: string): Record<string, string> {
  const given = Object.entries(options).map(([key, value]): [OptionName, unknown] => {
    const name = optionOf('crawl', key) ?? optionOf('build', key) ?? optionOf('check', key)
    if (!name) throw refused(path, `"${key}" is no option of crawl, build or check.${didYouMean(key, OPTION_KEYS)}`)
    if (name === 'token') throw refused(path, `a token is never in the fleet: the workers read it from ${tokenIn}.`)
    if (MANAGED.has(name)) throw refused(path, `"${key}" is decided by the worker. Leave it out.`)
    if (isPath(name) && !isAbsolute(String(value)))
      throw refused(path, `"${key}" must be an absolute path, the same on each worker, not ${JSON.stringify(value)}.`)
    return [name, value]
  })
  const config = readConfig({}, {}, { path, values: Object.fromEntries(given) })
  if (!config.source) throw refused(path, 'there is no "source".')
  const presets = optionTexts(readConfig({}, {}))
  return Object.fromEntries(Object.entries(optionTexts(config)).filter(([name, text]) => text !== presets[name]))
}

const refused = (path: string, why: string): UsageError => new UsageError(`${path}: ${why}`, { code: 'ERR_FLEET', path })
