import { RequestError, SystemError, UsageError } from '../errors.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Body } from '../fetch/body.ts'
import type { Client } from '../fetch/client.ts'
import { baseOf, baseOfGuides, PAGE_SIZE, pageUrl } from './endpoints.ts'
import { codeOf, isCertificate, isTransient, isUnreachable, orError } from '../fetch/outcome.ts'
import { getJson } from './json.ts'
import { asPage } from './lists/lists.ts'

/**
 * Finds the API behind an address: its base, and the first page of its guides. Follows redirects within its host; with a token, which only
 * the origin of `source` gets, within its origin. Throws an error whose message describes what is there instead.
 */
export async function findService(client: Client, source: string, { maxBytes, hasToken }: { maxBytes: number; hasToken: boolean }) {
  const asked = baseOf(source)
  // A bot check may pass; a web page that is still there on the second attempt is final.
  let looks = 2
  const retry = (error: RequestError) => {
    if (error.outcome === 'not JSON' || error.outcome === 'wrong shape') return --looks > 0
    return isTransient(error) && !isUnreachable(error)
  }
  try {
    const answer = await firstPage((offset, limit) =>
      getJson(client, pageUrl(asked, 'guides', offset, false, limit), { maxBytes, understand: asPage, retry }),
    )
    const base = baseOfGuides(answer.url)
    if (hasToken && new URL(base).origin !== new URL(asked).origin)
      throw new UsageError(
        `${source} redirects to ${base}, and a token is sent to no other origin than \`source\`. Use \`source\` ${base}.`,
        { code: 'ERR_SOURCE_REDIRECTED', option: 'source', url: base },
      )
    return { base, guides: answer.value }
  } catch (error) {
    throw error instanceof RequestError ? explain(error, source, asked) : error
  }
}

/** A guide that exceeds the size limit makes its page too large; one of the next pages then also proves that there is a service. */
const FIRST_PAGES = [
  [0, PAGE_SIZE],
  [0, 1],
  [1, 1],
  [2, 1],
] as const

async function firstPage<T>(ask: (offset: number, limit: number) => Promise<T>): Promise<T> {
  let excess: unknown
  for (const [offset, limit] of FIRST_PAGES) {
    try {
      return await ask(offset, limit)
    } catch (error) {
      if (!(error instanceof RequestError) || error.outcome !== 'too large') throw error
      excess ??= error
    }
  }
  throw excess
}

/** True if the guides of a service require a token; sends one request without it, and treats no answer as no. */
export async function isClosedToStrangers(client: Client, base: string, maxBytes: number): Promise<boolean> {
  const read = async ({ contentType, chunks }: Body) => {
    await Array.fromAsync(chunks)
    return /\bjson\b/i.test(contentType)
  }
  // For media a 401 is an ordinary answer.
  const isOpen = await orError(client.get(pageUrl(base, 'guides', 0), { of: 'media', asStranger: true, maxBytes, read }))
  return isOpen !== true
}

const WHAT_IT_TAKES = '`source` takes the address of a site, such as https://www.ifixit.com, or of its API (…/api/2.0)'

function explain(error: RequestError, source: string, base: string): Error {
  const { url = base, status = 0 } = error.facts
  const options = { cause: error, option: 'source', url, ...(status > 0 && { status }) }
  const system = (code: ErrorCode, message: string) => new SystemError(message, { ...options, code })
  const usage = (code: ErrorCode, message: string) => new UsageError(message, { ...options, code })
  const { host } = new URL(base)
  if (isCertificate(error)) {
    const why = UNTRUSTED_CODES.test(codeOf(error))
      ? 'this machine does not know who signed its certificate. If that is an authority of your own, set NODE_EXTRA_CA_CERTS to the file of its certificate.'
      : "its certificate is not valid, or it does not speak https. Check `source` and this machine's clock."
    return system('ERR_SOURCE_CERTIFICATE', `No safe connection to ${host} (${codeOf(error)}): ${why}`)
  }
  // A service that is down does not say what it allows either.
  if (error.outcome === 'refused')
    return new (error.cause ? SystemError : UsageError)(error.message, { ...options, ...error.facts, code: error.code })
  if (isUnreachable(error)) return system('ERR_SOURCE_UNREACHABLE', unreachable(host, error))
  if (status >= 300 && status < 400 && url !== base && new URL(url).host !== host)
    return usage('ERR_SOURCE_REDIRECTED', `${source} redirects to another host. If you mean that one, use \`source\` ${baseOfGuides(url)}.`)
  if (error.code === 'ERR_WALL')
    return system(
      'ERR_WALL',
      `A wall against robots before ${host} refuses this client (${status}). Set \`contact\` so that the service's operator knows who asks, have the operator let this client through, or try again later.`,
    )
  if (error.outcome === 'not JSON')
    return usage(
      'ERR_SOURCE_NOT_API',
      `${base} answers with a web page or something else that is not JSON: there is no Content API 2.0, or a wall against robots is in front of it. ${WHAT_IT_TAKES}.`,
    )
  if (error.outcome === 'wrong shape' || error.outcome === 'gone' || (status >= 400 && status < 500 && status !== 403 && status !== 429))
    return usage('ERR_SOURCE_NOT_API', `There is no Content API 2.0 at ${base}: ${error.message} ${WHAT_IT_TAKES}.`)
  if (error.outcome === 'private')
    return usage(
      'ERR_SOURCE_REFUSED',
      `${base} refuses this client (403). Set \`token\` if the site is private, and \`contact\` so that its operator knows who asks.`,
    )
  return system('ERR_SOURCE_UNAVAILABLE', `${base} cannot be used at the moment: ${error.message} Try again later.`)
}

const UNTRUSTED_CODES =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/

function unreachable(host: string, error: RequestError): string {
  const code = codeOf(error)
  if (error.facts.host !== undefined) return `${error.message} Check the proxy, and whether NO_PROXY should name ${host}.`
  if (code === 'ENOTFOUND')
    return `No host is called ${host} (ENOTFOUND). Check the spelling of \`source\`; where a proxy leads to it, name that in HTTPS_PROXY.`
  if (code === 'ECONNREFUSED') return `Nobody answers at ${host} (ECONNREFUSED). Check \`source\`, and whether the service is running.`
  return `${host} cannot be reached (${code}). Check \`source\` and your network.`
}
