import type { ImageSize, ZoomSize } from '../model/media.ts'
import type { ClientOptions } from '../fetch/client.ts'
import type { CeilingOptions } from './frontier/ceilings.ts'

/** Sizes are in bytes, times in milliseconds. */
export interface CrawlOptions extends ClientOptions, CeilingOptions {
  /** The site's address, or its API's base. */
  source: string
  /** Addresses where the service was before it moved: a cache of one of them goes on. */
  sourceWas?: readonly string[]
  /** The cache's folder. */
  cache: string
  media: 'none' | 'pictures' | 'all'
  sizes: readonly ImageSize[]
  zoomSize: ZoomSize
  maxMediaBytes: number
  maxBodyBytes: number
  /** How much shorter a list may be than in the last crawl, in percent. */
  allowShrink: number
  /** The share of listed records, and of files, that the service may refuse, in percent; later the growth of it. */
  allowRefused: number
  /** Languages to copy translations of, as tags, or `all`; none but the source language when left out. */
  lang?: readonly string[]
  /** What to copy besides: names of src/model/extras.ts, or `all`. */
  extra?: readonly string[]
  /** Product and version, for the manifest. */
  product: string
  /** Ask for every record again. */
  full?: boolean
  /** Also request this share of the unchanged records, in percent. */
  verify?: number
  /** Copy what only the token opens: private guides and wikis. */
  includePrivate?: boolean
  /** Copy only this many guides … */
  limit?: number
  /** … of this category and those below it … */
  category?: string
  /** … that changed since this date; with what they need. */
  since?: string
  signal?: AbortSignal
}
