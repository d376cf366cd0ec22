import type { OutgoingHttpHeaders } from 'node:http'
import type { ListName } from '../../src/model/resources.ts'

/** The transfer of an answer. All but `whole` break it in some way; see manners.ts. */
export type Manner =
  | 'whole'
  | 'cut'
  | 'reset'
  | 'silent'
  | 'dripping'
  | 'endless'
  | 'too short'
  | 'too long'
  | 'interim'
  | 'raw'
  | 'bad chunks'
  | 'many headers'

/** One answer of the server. */
export interface Answer {
  status?: number
  headers?: OutgoingHttpHeaders
  body: Buffer | string
  manner?: Manner
}

/** A category and its subtree; the values of a hostile one can be anything. */
export type Tree = Record<string, unknown>

/** A part of a site: records, files, items of lists. */
export interface Part {
  of: 'part'
  /** `17 guide 3`: its seed, its kind and its number. */
  name: string
  /** By path and, for trees, `?display=…`; decoded. The first part with an answer for a path provides it. */
  answers: ReadonlyMap<string, Answer>
  items?: Partial<Record<ListName, readonly unknown[]>>
  /** Its categories, added below the top of the tree. */
  tree?: Tree
}

/** A part without a name. */
export type Body = Omit<Part, 'of' | 'name'>

/** The paging of a list: returns the items from `offset` on, as the body of a page. */
export type Paging = (items: readonly unknown[], offset: number, limit: number) => unknown

/** The behaviour of a site as a whole. Of several, the first decides on an answer or a list; their robots.txt are merged. */
export interface Trait {
  of: 'whole'
  name: string
  paging?: Partial<Record<ListName, Paging>>
  answers?: ReadonlyMap<string, Answer>
}

/** A service: the input of its server. */
export interface Site {
  parts: readonly Part[]
  traits: readonly Trait[]
}

export const API = '/api/2.0'

export const json = (value: unknown): Answer => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
