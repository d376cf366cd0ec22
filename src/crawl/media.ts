import { Readable } from 'node:stream'
import { HashSet } from '../disk/hash-set.ts'
import { mediaHash } from '../cache/layout.ts'
import type { StoredMedia } from '../cache/media/media-writer.ts'
import type { CacheWriter } from '../cache/writer.ts'
import { RequestError } from '../errors.ts'
import { isAtWall, isTransient, isUnreachable } from '../fetch/outcome.ts'
import type { CrawlOptions } from './options.ts'
import type { WantedMedia } from './references.ts'
import type { Reporter } from './report/reporter.ts'
import type { RevalidationStore } from './revalidate/store.ts'
import type { Service } from './service.ts'

/** How often a file is requested if a page is returned instead: a block by the host may be temporary, but rarely is. */
const LOOKS = 3

export interface CopyingParts {
  options: CrawlOptions
  service: Service
  store: { writer: CacheWriter; revalidation: RevalidationStore }
  reporter: Reporter
}

interface Copied {
  outcome: 'fetched' | 'unchanged'
  bytes: number
}

/** Copies pictures, videos and documents: each address once, the first of a chain that returns a file. */
export function mediaCopier({ options, service, store, reporter }: CopyingParts) {
  const { base, moves } = service
  const { media } = store.writer
  const { counters, refusals } = reporter
  const origins = new Set<string>()
  const asked = new HashSet()
  /** By hash: the outcome of those that could not be fetched. */
  const failed = new Map<string, RequestError['outcome']>()
  const refusedHosts = new Set<string>()
  const underWay = new Map<string, Promise<Copied | RequestError>>()

  async function copy(wanted: WantedMedia): Promise<void> {
    const { kind, urls, isLinked } = wanted
    const chain = urls.filter((url) => isInline(url) || /^https?:$/.test(URL.parse(url, base)?.protocol ?? ''))
    if (options.media === 'none' || (options.media === 'pictures' && kind !== 'picture')) {
      for (const url of chain) asked.add(mediaHash(url)) // copies from an earlier crawl stay
      return
    }
    const [first] = chain
    if (!first || asked.has(mediaHash(first))) return
    counters.know(kind)
    const id = first.slice(0, isInline(first) ? SHOWN : undefined)
    const detailsOf = ({ facts, message }: RequestError) => ({ url: facts.url ?? id, tries: facts.tries ?? 1, reason: message })
    let worst: RequestError | undefined
    for (const url of chain) {
      const result = await once(url, wanted)
      if (!(result instanceof RequestError)) {
        if (!isInline(url)) origins.add(new URL(url, base).origin)
        if (!isLinked) refusals.file(false)
        if (worst) await reporter.write({ kind, id }, result.outcome, { ...detailsOf(worst), instead: url })
        return counters.settle(kind, result.outcome, result.bytes)
      }
      // If one size failed temporarily, the picture is not "gone".
      if (!worst || worst.outcome === 'gone') worst = result
    }
    if (!worst) return
    const { outcome, code } = worst
    const isRefused = outcome === 'gone' || outcome === 'private'
    const details = detailsOf(worst)
    service.client.hosts.cost(worst)
    if (isRefused) counters.settle(kind, outcome)
    else counters.fail({ kind, id, url: details.url, reason: details.reason, code })
    // Files that are only linked from texts may be gone, on any host.
    if (isRefused && !isLinked) refusals.file(true)
    await reporter.write({ kind, id }, isRefused ? outcome : 'failed', details)
  }

  async function once(url: string, wanted: WantedMedia): Promise<Copied | RequestError> {
    const hash = mediaHash(url)
    const outcome = failed.get(hash)
    if (outcome) return new RequestError(outcome, `${url} could not be fetched before.`, { url })
    const isNew = !asked.has(hash)
    asked.add(hash)
    const formerly = isNew ? moves.formerly(url) : []
    if (media.has(url) || formerly.some((old) => media.adopt(old, url))) return { outcome: 'unchanged', bytes: 0 }
    const missing = isNew ? store.revalidation.missingMedia(hash) : undefined
    if (missing) {
      failed.set(hash, missing)
      return new RequestError(missing, `${url} was ${missing} when it was asked for last.`, { url })
    }
    if (!isNew) return (await underWay.get(hash)) ?? { outcome: 'fetched', bytes: 0 }
    const fetching = attempt(url, hash, wanted)
    underWay.set(hash, fetching)
    return fetching.finally(() => underWay.delete(hash))
  }

  async function attempt(url: string, hash: string, wanted: WantedMedia): Promise<Copied | RequestError> {
    try {
      const { bytes } = await (isInline(url) ? storeInline(url) : fetchFile(url, wanted))
      return { outcome: 'fetched', bytes }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const result = wanted.isLinked ? forLinked(url, error) : error
      if (!isDead(error) && (result.outcome === 'gone' || result.outcome === 'private'))
        store.revalidation.noteMissing(`media ${hash}`, result.outcome, 'refused')
      failed.set(hash, result.outcome)
      // A damaged file is better than none: it stays, as it would under its own name.
      for (const old of moves.formerly(url)) media.adopt(old, url, true)
      return result
    }
  }

  async function storeInline(url: string): Promise<{ bytes: number }> {
    const { encoding, data = '' } = INLINE.exec(url)?.groups ?? {}
    const bytes = Buffer.from(encoding ? data : unescaped(data), encoding ? 'base64' : 'utf8')
    if (!(await media.store(url, Readable.from([bytes]), false)))
      throw new RequestError('gone', `${url.slice(0, SHOWN)}… is no picture of a kind that is kept.`, { url: url.slice(0, SHOWN) })
    return { bytes: bytes.length }
  }

  function fetchFile(url: string, { kind, isLinked, maxBytes = Infinity }: WantedMedia): Promise<StoredMedia> {
    const address = new URL(url, base).href
    let looks = LOOKS
    return service.client.get(address, {
      of: 'media',
      maxBytes: Math.min(maxBytes, options.maxMediaBytes),
      retry: (error) =>
        isTransient(error) && !(isLinked && (isUnreachable(error) || isAtWall(error))) && (error.outcome !== 'not JSON' || --looks > 0),
      read: async ({ chunks, contentType }) => {
        const stored = await media.store(url, chunks, kind === 'document')
        if (stored) return stored
        // A bot check's page or an error instead of a picture may be gone at the next attempt; a file of an unknown type is not.
        const outcome = /html|json/i.test(contentType) ? 'not JSON' : 'wrong shape'
        throw new RequestError(
          outcome,
          `${address} is no picture, video or document of a kind that is kept, or a drawing that takes a browser too long to paint (${contentType || 'no type'}).`,
          { url: address },
        )
      },
    })
  }

  /** Texts link to hosts that are long gone, must not be contacted (each is reported once), or forbid hotlinking. */
  function forLinked(url: string, error: RequestError): RequestError {
    if (isAtWall(error)) return new RequestError('private', error.message, error.facts)
    if (!isDead(error)) return error
    const { host } = new URL(url, base)
    if (error.outcome === 'refused' && !refusedHosts.has(host)) {
      const why = error.message.replace(/\.$/, '')
      counters.warn(`${host} may not be asked (${why}): pictures that texts of the service show from there are left out.`)
      refusedHosts.add(host)
    }
    return new RequestError('gone', error.message, error.facts)
  }

  return {
    origins,
    /** Copies the files of an answer that the crawl needs. Failures are counted; a thrown error ends the crawl. */
    async copyAll(wanted: readonly WantedMedia[]): Promise<void> {
      // All settle before an error is thrown, so that nothing is written after the crawl has ended.
      for (const result of await Promise.allSettled(wanted.map(copy))) if (result.status === 'rejected') throw result.reason
    },
    isNamed: (hash: string): boolean => asked.has(hash),
  }
}

const isDead = (error: RequestError): boolean => isUnreachable(error) || error.outcome === 'refused'

const INLINE = /^data:image\/[^,]*?(?<encoding>;base64)?,(?<data>.*)$/is
const SHOWN = 60

const unescaped = (data: string): string => {
  try {
    return decodeURIComponent(data)
  } catch {
    // An SVG may contain a literal percent sign.
    return data
  }
}

const isInline = (url: string): boolean => /^data:image\//i.test(url)

const MAX_DAMAGED_NAMED = 20

/** Reports which stored files were damaged. Whether they could be fetched again is in the counts of their kinds. */
export function warnOfDamage({ store, reporter }: CopyingParts): void {
  const { damaged } = store.writer.media
  if (damaged.length === 0) return
  const rest = damaged.length > MAX_DAMAGED_NAMED ? ` and ${damaged.length - MAX_DAMAGED_NAMED} more` : ''
  const what = damaged.length === 1 ? 'One stored media file was' : `${damaged.length} stored media files were`
  reporter.counters.warn(
    `${what} not what the crawl before had stored, and asked for again: ${damaged.slice(0, MAX_DAMAGED_NAMED).join(', ')}${rest}. Something has written to the cache, or the disk fails.`,
  )
}
