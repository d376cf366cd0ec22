import type { Config } from '../config/options.ts'
import type { SerializedError } from '../errors/serialize-error.ts'

/** Requests to a preview process: to compile the pages into a folder, or to show a folder and then render files of it. */
export type ToPreview =
  | { is: 'compile'; number: number; config: Config; folder: string }
  | { is: 'show'; config: Config; folder: string }
  | { is: 'make'; number: number; file: string }

/** Its messages. */
export type FromPreview =
  | { is: 'ready'; facts: PreviewFacts }
  | { is: 'warning'; warning: string }
  /** The request of that number is complete; `error` says why it failed. */
  | { is: 'done'; number: number; error?: SerializedError }
  | { is: 'fault'; error: SerializedError }

export interface PreviewFacts {
  /** The folder in which files are rendered on demand. */
  site: string
  pages: number
}
