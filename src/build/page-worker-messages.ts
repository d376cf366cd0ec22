import type { RecordKey } from '../cache/layout.ts'
import type { SerializedError } from '../errors/serialize-error.ts'
import type { Unreadable } from '../views/catalog/unreadable.ts'
import type { MadePage } from './page-maker.ts'
import type { ClassicScript } from './page-program.ts'

/** What a process that makes pages is told first. */
export interface PageJob {
  /** The folder of the program of the pages. */
  program: string
  /** The folder of the new site. */
  site: string
  /** The address of its home page. */
  root: string
  /** The operator's components; '' for none. */
  components: string
  /** Where links are relative. */
  script: ClassicScript | undefined
  /** The folders of translations. */
  languages: readonly string[]
  /** The folders that are divided: see routes/divided.ts. */
  divided: readonly string[]
}

/** What it is told later. */
export type ToWorker =
  | { is: 'job'; job: PageJob }
  /** Pages of the plan to make, by number; none where no more are left. */
  | { is: 'pages'; numbers: readonly number[] }
  /** All pages are made: these have no content. The one process that hears of it makes the sitemap. */
  | { is: 'sitemap'; emptyPages: string[] }
  | { is: 'refusal'; path: string; refusal: string | undefined }

/** What it says. */
export type FromWorker =
  /** It has planned so many pages. */
  | { is: 'ready'; all: number; pages: number; digest: string }
  /** It has work for a moment only. */
  | { is: 'needs pages' }
  /** What has come about since it last said so. What could not be read comes before the pages that were made without it. */
  | { is: 'made'; unreadable: Unreadable[]; pages: MadePage[] }
  | { is: 'sitemap made' }
  | { is: 'fault'; error: SerializedError }
  /** Whether it may read this one, which is at this path in the cache, it does not decide alone. */
  | { is: 'large answer'; key: RecordKey; path: string }
