import { z } from 'zod'
import { readSourceLink } from '../../model/link.ts'
import { type Product, productSchema } from '../../model/media.ts'
import { list } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'

/** What a guide lists, of its record. */
export const needsSchema = z.looseObject({ tools: list(productSchema), parts: list(productSchema) })

/** A tool or part as a guide names it. */
export interface Need {
  /** With its type, where the name does not have that. */
  name: string
  /** The canonical title of the page in the namespace ITEM that it is linked to; '' for none. */
  target: string
  /** True where it is linked to something else of the service's: a category, a guide. */
  isElsewhere: boolean
  /** Any other address that it is linked to; '' for none. */
  url: string
}

/** `origins` are those of the service. */
export function needOf({ text, type, url }: Pick<Product, 'text' | 'type' | 'url'>, origins: readonly string[]): Need {
  const ref = url ? readSourceLink(url, origins)?.ref : undefined
  const target = ref?.kind === 'wiki' && ref.namespace === 'ITEM' ? canonicalTitle(ref.title) : ''
  return { name: nameOf({ text, type }), target, isElsewhere: ref !== undefined && !target, url: ref ? '' : url }
}

/** The names of what a guide lists; what has no name is shown nowhere. */
export const namesInGuide = ({ tools, parts }: z.output<typeof needsSchema>): Record<'tools' | 'parts', string[]> => ({
  tools: withName(tools).map(nameOf),
  parts: withName(parts).map(nameOf),
})

export const withName = (products: readonly Product[]): Product[] => products.filter(({ text }) => text)

const nameOf = ({ text, type }: Pick<Product, 'text' | 'type'>): string => (text.includes(type) ? text : `${text} ${type}`)

/** What two spellings of one name share: capitals, spaces and apostrophes tell no tools apart. */
export const itemKey = (name: string): string =>
  canonicalTitle(name).normalize('NFKC').replace(/['’]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()
