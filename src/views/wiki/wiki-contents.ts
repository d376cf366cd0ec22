import type { Wiki } from '../../model/wiki.ts'
import { anchorOf, anchorsIn } from '../../render/anchors.ts'

/** A heading of a wiki's text. */
export interface Heading {
  title: string
  href: string
  /** 1 for the top level. */
  level: number
}

/** A table of contents with one entry is useless. */
const FEWEST = 2

/** The service's table of contents, restricted to headings that exist in the text; [] for a text too short to need one. */
export function headingsOf({ table_of_contents, contents_rendered }: Wiki): Heading[] {
  const anchors = anchorsIn(contents_rendered)
  const headings = table_of_contents
    .filter(({ id, title }) => title && anchors.has(id))
    .map(({ id, title, level }) => ({ title, href: `#${encodeURIComponent(anchorOf(id))}`, level: Math.max(1, level) }))
  return headings.length < FEWEST ? [] : headings
}
