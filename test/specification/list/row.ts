import type { ListName, RecordKind } from '../../../src/model/resources.ts'

/** What stands in a cell in place of a yes. */
export interface WhyNot {
  not: string
}
export const not = (reason: string): WhyNot => ({ not: reason })

/** Records and lists of the cache, or where in one a value travels along. */
export type Stored = RecordKind | ListName

/**
 * How a value of the service's looks on a page: as its text; as a `<time>`; as the cached file that it is the address of; or in these
 * words of the page, where the value is a code.
 */
export type Look = 'text' | 'date' | 'file' | { words: string }

/** Where a page shows a value: in the elements that a CSS selector finds. `page` is a path of the sample's site. */
export interface Shown {
  at: string
  look: Look
  page?: string
}
export const at = (selector: string, look: Look = 'text', page?: string): Shown => ({ at: selector, look, ...(page && { page }) })
export const words = (text: string): Look => ({ words: text })

/** How search finds a value: by the words of its page, or by a filter. */
export type Searched = 'title' | 'text' | { filter: string }
export const filter = (name: string): Searched => ({ filter: name })

/**
 * A field by its name within the record: shown how, searched how; a request whose answer has a value, where the record's own has none.
 * After a `#` stands where in that answer the record is, when that is another place.
 */
export type Field = [shown: Shown | WhyNot, searched: Searched | WhyNot, request?: string]

/** Fields that are shown and searched in the same way, by their names. */
export const all = (names: string, ...field: Field): Record<string, Field> =>
  Object.fromEntries(names.split(' ').map((name) => [name, field]))

/** One kind of record and its fields. */
export interface RecordRows {
  /** Parts of the specification, `2.4`; `facts` for what is known beyond it. */
  parts: string[]
  name: string
  crawled: string | WhyNot
  stored: Stored[] | string | WhyNot
  /** A request below `/api/2.0` that the sample's replica answers with such a record. */
  answered: string | WhyNot
  /** The record's place in that answer, `steps.lines`, where it is not the answer itself. */
  within?: string
  /** A page of the sample that shows the record of that answer. */
  page: string
  /** The page that search finds it as, when that is another. */
  found?: string
  fields: Record<string, Field>
}

/** One endpoint that reads. */
export interface EndpointRow {
  part: string
  /** Method and path as the specification writes them. */
  endpoint: string
  crawled: string | WhyNot
  stored: Stored[] | string | WhyNot
  shown: Shown | WhyNot
  searched: string | WhyNot
  answered: string | WhyNot
}

/** The cells of an endpoint's row, in the order of the table. */
type Cells = [
  crawled: EndpointRow['crawled'],
  stored: EndpointRow['stored'],
  shown: EndpointRow['shown'],
  searched: EndpointRow['searched'],
  answered: EndpointRow['answered'],
]

/** The rows of a part's endpoints, by their paths. */
export const reads = (part: string, rows: Record<string, Cells>): EndpointRow[] =>
  Object.entries(rows).map(([path, [crawled, stored, shown, searched, answered]]) => {
    return { part, endpoint: `GET ${path}`, crawled, stored, shown, searched, answered }
  })

/** A query parameter: what the crawl does with it, and what the replica does. */
export interface ParameterRow {
  /** `GET /tags ?limit` */
  parameter: string
  crawled: string | WhyNot
  answered: string | WhyNot
}

/** What the specification says that is neither an endpoint nor a field. */
export interface RuleRow {
  part: string
  rule: string
  kept: string | WhyNot
}
