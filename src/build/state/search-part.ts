import type { KnownIndex } from '../../search/index/index-maker.ts'
import type { IndexedPage } from '../../search/index/indexed-page.ts'
import { decodePart, type EncodedPart, encodePart, type Part } from './part.ts'

/** What a build knows of one search document. */
export interface KnownDocument {
  /** Names it among all others. */
  name: string
  /** Undefined for one that is to be made each time: of which something could not be read. */
  part: Part | undefined
  /** On a large site: undefined where it is in no index. */
  page: IndexedPage | undefined
}

/** What a build knows of its search index. */
export interface SearchPart {
  /** In their order. */
  documents: readonly KnownDocument[]
  /** The media files that results show, relative to the site. */
  media: readonly string[]
  /** What the operator was told. */
  warning: string | undefined
  /** Undefined on a small site, whose index is made again when one document differs. */
  index: KnownIndex | undefined
}

type Encoded = Omit<SearchPart, 'documents' | 'index'> & {
  documents: [name: string, part: EncodedPart | null, page?: IndexedPage][]
  index?: KnownIndex
}

/** As JSON can say it. */
export const encodeSearch = ({ documents, ...rest }: SearchPart): unknown => ({
  ...rest,
  documents: documents.map(({ name, part, page }) => [name, part ? encodePart(part) : null, ...(page ? [page] : [])]),
})

export function decodeSearch(encoded: unknown): SearchPart {
  const { documents, index, ...rest } = encoded as Encoded
  return {
    ...rest,
    index,
    documents: documents.map(([name, part, page]) => ({ name, part: part ? decodePart(part) : undefined, page })),
  }
}
