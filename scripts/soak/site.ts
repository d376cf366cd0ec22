import type { OutgoingHttpHeaders } from 'node:http'
import type { ListName } from '../../src/model/resources.ts'

/** How an answer goes over the wire. All but `whole` break it in some way; see manners.ts. */
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

/** A category and what lies below it; the values of a hostile one can be anything. */
export type Tree = Record<string, unknown>

/** Something that a site consists of: records, files, items of lists. */
export interface Part {
  of: 'part'
  /** `17 guide 3`: its seed, its kind and its number. */
  name: string
  /** By path and, for trees, `?display=…`; decoded. The first part that has an answer for a path gives it. */
  answers: ReadonlyMap<string, Answer>
  items?: Partial<Record<ListName, readonly unknown[]>>
  /** What it puts into the tree of categories, below the top. */
  tree?: Tree
}

/** A part that has no name yet. */
export type Body = Omit<Part, 'of' | 'name'>

/** How a list is paged: the items from `offset` on, as the body of a page. */
export type Paging = (items: readonly unknown[], offset: number, limit: number) => unknown

/** What a site does as a whole. Of several the first decides on an answer or a list; their robots.txt become one. */
export interface Trait {
  of: 'whole'
  name: string
  paging?: Partial<Record<ListName, Paging>>
  answers?: ReadonlyMap<string, Answer>
}

/** A service: all that its server needs. */
export interface Site {
  parts: readonly Part[]
  traits: readonly Trait[]
}

export const API = '/api/2.0'

export const json = (value: unknown): Answer => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
