import type { TimeSpan } from '../../search/document.ts'
import { ancestorsOf } from '../category/category-tree.ts'
import { categoryName } from '../catalog/names.ts'
import type { Picture } from '../media/picture.ts'
import type { Site } from '../site/site.ts'

/** A category and its ancestors by displayed name. */
export function categoriesOf(site: Site, title: string): string[] {
  const entry = site.catalog.categories.get(title)
  return entry ? [entry, ...ancestorsOf(entry)].map((category) => categoryName(site, category)) : title ? [title] : []
}

const SPANS: [untilSeconds: number, TimeSpan][] = [
  [15 * 60, 'up-to-15'],
  [30 * 60, '15-30'],
  [60 * 60, '30-60'],
  [2 * 60 * 60, '60-120'],
  [Infinity, 'over-120'],
]

/** Undefined for 0: no estimate. */
export function timeSpanOf(seconds: number): TimeSpan | undefined {
  return seconds > 0 ? SPANS.find(([until]) => seconds <= until)?.[1] : undefined
}

/** Twice the width in pixels of a result's thumbnail, for high-density screens. */
const THUMBNAIL_WIDTH = 200

/** The path without the base of the smallest size that is large enough; '' for no picture. */
export function thumbnailOf(site: Site, picture: Picture | undefined): string {
  if (!picture) return ''
  const sizes = picture.srcset.split(', ').map((size) => size.split(' ') as [src: string, width?: string])
  const [src] = sizes.find(([, width]) => Number.parseInt(width ?? '') >= THUMBNAIL_WIDTH) ?? [picture.src]
  return src.slice(site.root.replace(/(?<!\/)\/+$/, '').length)
}
