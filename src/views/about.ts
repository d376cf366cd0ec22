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
  const { words } = site
  const { guides, categories, wikis, tags, teams, users } = site.catalog
  const { finishedAt, product, counts } = site.cache.manifest
  const others = wikis.WIKI.size + wikis.INFO.size + wikis.ITEM.size
  const files = ['picture', 'video file', 'document'].map((kind) => counts[kind])
  const sizes: [string, number][] = [
    [words.say('guides.title'), guides.size],
    [words.say('categories.title'), categories.size],
    [words.say('about.otherPages'), others],
    [words.say('tags.title'), tags.size],
    [words.say('teams.title'), teams.size],
    [words.say('about.people'), users.size],
    [words.say('about.media'), files.reduce((sum, file) => sum + (file ? file.fetched + file.unchanged : 0), 0)],
  ]
  return {
    head: { title: words.say('about.title'), description: words.say('about.description', { site: site.name }), path: ABOUT },
    source: originalSite(site),
    rows: [
      { name: words.say('about.copied'), value: momentOf(Date.parse(finishedAt) / 1000, words.lang)?.words ?? '' },
      ...sizes.map(([name, size]) => ({ name, value: size > 0 ? words.number(size) : '' })),
    ].filter(({ value }) => value),
    product,
  }
}
