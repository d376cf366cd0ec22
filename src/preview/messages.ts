import type { Config } from '../config/options.ts'
import type { SerializedError } from '../errors/serialize-error.ts'

/** What a process of a preview is asked for: to compile the pages into a folder; or to show what is in one, and then to make files of it. */
export type ToPreview =
  | { is: 'compile'; number: number; config: Config; folder: string }
  | { is: 'show'; config: Config; folder: string }
  | { is: 'make'; number: number; file: string }

/** What it says. */
export type FromPreview =
  | { is: 'ready'; facts: PreviewFacts }
  | { is: 'warning'; warning: string }
  /** The request of that number is answered; `error` says why there is nothing. */
  | { is: 'done'; number: number; error?: SerializedError }
  | { is: 'fault'; error: SerializedError }

export interface PreviewFacts {
  /** The folder in which files come about when they are asked for. */
  site: string
  pages: number
}
