import { z } from 'zod'
import { isInside } from '../../disk/own-path.ts'
import type { KnownIndex } from '../../search/index/index-maker.ts'
import type { IndexedPage } from '../../search/index/indexed-page.ts'
import { decodePart, encodePart, type Dependencies, partSchema, pathSchema } from './part.ts'

/** The state of one search document. */
export interface KnownDocument {
  /** The file of its page. */
  name: string
  /** Undefined if it must be made each time, since something could not be read. */
  part: Dependencies | undefined
  /** Undefined if it is in no index. */
  page: IndexedPage | undefined
}

/** The state of the search index. */
export interface SearchPart {
  /** In document order. */
  documents: readonly KnownDocument[]
  /** The media files shown in results, relative to the site. */
  media: readonly string[]
  /** The warning that was reported to the operator. */
  warning: string | undefined
  index: KnownIndex
}

const folder = z.string().refine((name) => name === '' || isInside(name.replace(/\/$/, '')))

/** Validates the output of {@link encodeSearch}, as far as it names files. */
export const searchSchema = z.object({
  documents: z.array(
    z.union([
      z.tuple([z.string(), partSchema.nullable()]),
      z.tuple([z.string(), partSchema.nullable(), z.looseObject({ path: z.string(), folder, image: z.string() })]),
    ]),
  ),
  media: z.array(pathSchema),
  warning: z.string().optional(),
  index: z.looseObject({ entries: z.array(z.looseObject({ folder })), heads: z.array(pathSchema), words: z.array(z.string()) }),
})

/** Serializes a {@link SearchPart} for JSON. */
export const encodeSearch = ({ documents, ...rest }: SearchPart): unknown => ({
  ...rest,
  documents: documents.map(({ name, part, page }) => [name, part ? encodePart(part) : null, ...(page ? [page] : [])]),
})

export function decodeSearch({ documents, index, media, warning }: z.output<typeof searchSchema>): SearchPart {
  return {
    media,
    warning,
    index: index as unknown as KnownIndex,
    documents: documents.map(([name, part, page]) => ({
      name,
      part: part ? decodePart(part) : undefined,
      page: page as IndexedPage | undefined,
    })),
  }
}
