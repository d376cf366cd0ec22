import { z } from 'zod'
import { isInside } from '../../disk/own-path.ts'
import type { KnownIndex } from '../../search/index/index-maker.ts'
import type { IndexedPage } from '../../search/index/indexed-page.ts'
import { decodePart, encodePart, type Part, partSchema, pathSchema } from './part.ts'

/** What a build knows of one search document. */
export interface KnownDocument {
  /** Names it among all others. */
  name: string
  /** Undefined for one that is to be made each time: of which something could not be read. */
  part: Part | undefined
  /** Undefined where it is in no index. */
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
  index: KnownIndex
}

const folder = z.string().refine((name) => name === '' || isInside(name.replace(/\/$/, '')))

/** What {@link encodeSearch} writes, as far as it leads to files. */
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

/** As JSON can say it. */
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
