import type { ImageSize, ZoomSize } from '../model/media.ts'
import type { ClientOptions } from '../fetch/client.ts'

/** Sizes are in bytes, times in milliseconds. */
export interface CrawlOptions extends ClientOptions {
  /** The site's address, or its API's base. */
  source: string
  /** Former addresses of the service: a cache of one of them is continued. */
  sourceWas?: readonly string[]
  /** The cache folder. */
  cache: string
  media: 'none' | 'pictures' | 'all'
  sizes: readonly ImageSize[]
  zoomSize: ZoomSize
  maxMediaBytes: number
  maxBodyBytes: number
  /** How much shorter a list may be than in the previous crawl, in percent. */
  allowShrink: number
  /** The share of listed records, and of files, that the service may refuse, in percent; later the growth of it. */
  allowRefused: number
  /** Languages of the translations to copy, as tags, or `all`; only the source language if absent. */
  lang?: readonly string[]
  /** What else to copy: names in src/model/extras.ts, or `all`. */
  extra?: readonly string[]
  /** Product and version, for the manifest. */
  product: string
  /** Request every record again. */
  full?: boolean
  /** Also request this share of the unchanged records, in percent. */
  verify?: number
  /** Also copy what requires the token: private guides and wikis. */
  includePrivate?: boolean
  /** Copy only this many guides … */
  limit?: number
  /** … of this category and its descendants … */
  category?: string
  /** … that changed since this date; with their dependencies. */
  since?: string
  /** Maximum number of records requested by one crawl. */
  maxRecords?: number | undefined
  /** Maximum number of references from a listed record to another one. */
  maxDepth?: number | undefined
  signal?: AbortSignal
}
