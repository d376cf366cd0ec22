import type { Config } from '../config/options.ts'
import type { CarriedError } from '../errors/carried.ts'

/** Pages as `preparePages` leaves them: their program in one folder, what they name in the other. */
export interface CompiledPages {
  folder: string
  site: string
}

/** What the process that makes the pages of a preview is told: first what to show, then with which pages, unless it has them compiled itself, then which file is wanted. */
export type ToPreview =
  | { is: 'show'; config: Config; folder: string; compiles: boolean }
  | { is: 'compiled'; pages: CompiledPages }
  | { is: 'make'; number: number; file: string }

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

/** What pages are compiled by. */
export type Settings = Pick<Config, 'base' | 'site' | 'links' | 'app' | 'debug' | 'logo' | 'components'>

/** What the process that compiles pages is told. */
export interface ToCompiler {
  config: Settings
  pages: CompiledPages
}

/** Its answer: the bytes that it has in memory, the sums of the files that the pages need beside the program and the folder of components, and what is wrong with the pages, if anything is. */
export interface FromCompiler {
  memory: number
  outside: Record<string, string>
  error?: CarriedError
}
