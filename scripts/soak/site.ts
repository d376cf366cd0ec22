import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ListName } from '../../src/model/resources.ts'

/** One answer of the server. */
export interface Answer {
  status?: number
  headers?: OutgoingHttpHeaders
  body: Buffer | string
  /** Sends the answer in a way that breaks it. */
  send?: Send
}
export type Send = (response: ServerResponse, answer: Answer, request: IncomingMessage) => void

/** The paging of a list: returns the items from `offset` on, as the body of a page. */
export type Paging = (items: readonly unknown[], offset: number, limit: number) => unknown

/** A part of a site: records, files, items of lists, and how these are paged. */
export interface Part {
  /** `17 guide 3`: its seed, its kind and its number. */
  name: string
  /** By path and, for trees, `?display=…`; decoded. */
  answers: ReadonlyMap<string, Answer>
  items?: Partial<Record<ListName, readonly unknown[]>>
  /** Its categories, added below the top of the tree; the values of hostile ones can be anything. */
  tree?: Record<string, unknown>
  paging?: Partial<Record<ListName, Paging>>
}

/** A part without a name. */
export type Body = Omit<Part, 'name'>

/** A service: the good part, then hostile ones. Of several answers to a path, or pagings of a list, the last applies. */
export type Site = readonly Part[]

export const API = '/api/2.0'

export const json = (value: unknown): Answer => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
export const guidePath = (guideid: number): string => `${API}/guides/${guideid}`
