import type { RecordKey } from '../cache/layout.ts'
import type { SerializedError } from '../errors/serialize-error.ts'
import type { Unreadable } from '../views/catalog/unreadable.ts'
import type { MadePage, MakerPlaces } from './page-maker.ts'

/** The first message to a page worker. */
export interface PageJob extends Omit<MakerPlaces, 'root'> {
  /** The folder of the pages' program. */
  program: string
  /** The address of the site's home page. */
  root: string
  /** The folders of translations. */
  languages: readonly string[]
  /** The divided folders: see routes/divided.ts. */
  divided: readonly string[]
  /** The file with the site's contents, serialized: see views/site/contents.ts. */
  contents: string
}

/** Later messages to a page worker. */
export type ToWorker =
  | { is: 'job'; job: PageJob }
  /** Numbers of planned pages to make; empty if none are left. */
  | { is: 'pages'; numbers: readonly number[] }
  /** All pages are made; these have no content. Sent to one process, which makes the sitemap. */
  | { is: 'sitemap'; emptyPages: string[] }
  | { is: 'refusal'; path: string; refusal: string | undefined }

/** Messages from a page worker. */
export type FromWorker =
  /** It has planned this many pages. */
  | { is: 'ready'; all: number; pages: number; digest: string }
  /** It will soon run out of pages. */
  | { is: 'needs pages' }
  /** What was made since its last message. Unreadable records come before the pages that were made without them. */
  | { is: 'made'; unreadable: Unreadable[]; pages: MadePage[] }
  | { is: 'sitemap made' }
  | { is: 'fault'; error: SerializedError }
  /** Asks whether a large answer, stored at this path in the cache, may be read. */
  | { is: 'large answer'; key: RecordKey; path: string }
