import { z } from 'zod'
import { readSourceLink } from '../../model/link.ts'
import { type Product, productSchema } from '../../model/media.ts'
import { list } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'

/** The tools and parts in a guide's record. */
export const needsSchema = z.looseObject({ tools: list(productSchema), parts: list(productSchema) })

/** A tool or part as a guide names it. */
export interface Need {
  /** Includes the type if the name lacks it. */
  name: string
  /** The canonical title of the linked page in the namespace ITEM; '' for none. */
  target: string
  /** True if it links to another kind of record: a category, a guide. */
  isElsewhere: boolean
  /** Any other link target; '' for none. */
  url: string
}

/** `origins` are those of the service. */
export function needOf({ text, type, url }: Pick<Product, 'text' | 'type' | 'url'>, origins: readonly string[]): Need {
  const ref = url ? readSourceLink(url, origins)?.ref : undefined
  const target = ref?.kind === 'wiki' && ref.namespace === 'ITEM' ? canonicalTitle(ref.title) : ''
  return { name: nameOf({ text, type }), target, isElsewhere: ref !== undefined && !target, url: ref ? '' : url }
}

/** The names of a guide's tools and parts; items without a name are not shown. */
export const namesInGuide = ({ tools, parts }: z.output<typeof needsSchema>): Record<'tools' | 'parts', string[]> => ({
  tools: withName(tools).map(nameOf),
  parts: withName(parts).map(nameOf),
})

export const withName = (products: readonly Product[]): Product[] => products.filter(({ text }) => text)

const nameOf = ({ text, type }: Pick<Product, 'text' | 'type'>): string => (text.includes(type) ? text : `${text} ${type}`)

/** Normalizes a name: case, spaces, hyphens and apostrophes are ignored. */
export const itemKey = (name: string): string =>
  canonicalTitle(name)
    .normalize('NFKC')
    .replace(/['’]/g, '')
    .replace(/[\s\p{Pd}]+/gu, ' ')
    .trim()
    .toLowerCase()
