import { CacheError, sentence, SystemError, UnauthorisedError, UsageError } from '../errors.ts'
import type { StoreAddress } from './address.ts'

/** The code of an error answer, such as NoSuchBucket; '' if the store gives none, as for HEAD. */
export const codeIn = (xml: string): string => /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1] ?? ''

const KEYS = /^(?:SignatureDoesNotMatch|InvalidAccessKeyId|InvalidToken|ExpiredToken|AuthorizationHeaderMalformed)$/
const CLOCK = /^(?:RequestTimeTooSkewed|RequestExpired)$/
const BUCKET = /^(?:NoSuchBucket|InvalidBucketName|PermanentRedirect)$/

/** The error for an answer that ends a command. It contains neither keys nor the store's own words: some repeat what was signed. */
export function refusalOf(status: number, code: string, { bucket, url }: StoreAddress, endpoint: string): Error {
  const facts = { url, status }
  if (CLOCK.test(code))
    return new SystemError(
      `The store at ${endpoint} refuses the time of this machine, ${new Date().toISOString()} (${code}). Set the clock, and try again.`,
      { ...facts, code: 'ERR_STORE_CLOCK' },
    )
  if (BUCKET.test(code))
    return new UsageError(`The store at ${endpoint} has no bucket "${bucket}" (${code}). Make it, or name another one with \`store\`.`, {
      ...facts,
      code: 'ERR_STORE_BUCKET',
      option: 'store',
    })
  if (KEYS.test(code) || status === 401 || status === 403)
    return new UnauthorisedError(
      `The store at ${endpoint} refuses the keys for ${url} (${code || status}). Look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, and at what the keys may do.`,
      { ...facts, code: 'ERR_STORE_REFUSED' },
    )
  return new SystemError(`The store at ${endpoint} answered ${status}${code && ` (${code})`} for ${url}. Try again later.`, {
    ...facts,
    code: 'ERR_STORE_REFUSED',
  })
}

/** The error for a store that does not answer. */
export const unreachable = (cause: unknown, endpoint: string): Error =>
  new SystemError(
    `The store at ${endpoint} cannot be reached: ${sentence(cause instanceof Error && cause.cause ? cause.cause : cause)}. Look at \`s3Endpoint\` and the network.`,
    { cause, code: 'ERR_STORE_UNREACHABLE', option: 's3Endpoint', url: endpoint },
  )

/** The error for a concurrent writer. */
export const storeChanged = (url: string): Error =>
  new CacheError(
    `Another push to ${url} has finished since this cache was pulled. Nothing was changed: pull it into another folder, or push with \`replace\`.`,
    { code: 'ERR_STORE_CHANGED', url },
  )
