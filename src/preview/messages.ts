import type { Config } from '../config/options.ts'
import type { CarriedError } from '../errors/carried.ts'

/** What the process that makes the pages of a preview is told: first what to show, then which file is wanted. */
export type ToPreview = { is: 'show'; config: Config; folder: string } | { is: 'make'; number: number; file: string }

/** What it says. */
export type FromPreview =
  | { is: 'ready'; facts: PreviewFacts }
  | { is: 'warning'; warning: string }
  /** `error` says why there is nothing at that address. */
  | { is: 'made'; number: number; error?: CarriedError }
  | { is: 'fault'; error: CarriedError }

export interface PreviewFacts {
  /** The folder in which files come about when they are asked for. */
  site: string
  pages: number
}
