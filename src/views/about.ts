import { ABOUT } from '../routes.ts'
import type { PageHead } from './head.ts'
import { originalSite } from './links.ts'
import type { Site } from './site.ts'
import { momentOf } from './time.ts'

/** What the site is: a copy of what, from where, when, how much. */
export interface AboutView {
  head: PageHead
  source: { name: string; href: string | undefined }
  /** When, and how much. */
  rows: { name: string; value: string }[]
  product: string
}

export function aboutView(site: Site): AboutView {
  const { guides, categories, wikis, tags, teams, users } = site.catalog
  const { finishedAt, product, counts } = site.cache.manifest
  const others = wikis.WIKI.size + wikis.INFO.size + wikis.ITEM.size
  const files = ['picture', 'video file', 'document'].map((kind) => counts[kind])
  const sizes: [string, number][] = [
    ['Guides', guides.size],
    ['Categories', categories.size],
    ['Other pages', others],
    ['Tags', tags.size],
    ['Teams', teams.size],
    ['People', users.size],
    ['Pictures, videos and documents', files.reduce((sum, file) => sum + (file ? file.fetched + file.unchanged : 0), 0)],
  ]
  return {
    head: { title: 'About this site', description: `Where the guides of ${site.name} come from, and when they were copied.`, path: ABOUT },
    source: originalSite(site),
    rows: [
      { name: 'Copied on', value: momentOf(Date.parse(finishedAt) / 1000, site.lang)?.words ?? '' },
      ...sizes.map(([name, size]) => ({ name, value: size > 0 ? new Intl.NumberFormat(site.lang).format(size) : '' })),
    ].filter(({ value }) => value),
    product,
  }
}
