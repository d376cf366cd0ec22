import { changedAt } from '../../cache/changed.ts'
import { ABOUT, CATEGORIES, pageAt, TAGS, TEAMS } from '../../routes.ts'
import type { PageHead } from './head.ts'
import { originalSite } from './links.ts'
import type { Site } from './site.ts'
import { momentOf } from './time.ts'

/** The about page: what was copied, from where, when, and how much. */
export function aboutView(site: Site) {
  const { words } = site
  const { guides, categories, wikis, tags, teams, users } = site.catalog
  const { product, counts } = site.cache.manifest
  const others = wikis.WIKI.size + wikis.INFO.size + wikis.ITEM.size
  const files = ['picture', 'video file', 'document'].map((kind) => counts[kind])
  const sizes: [name: string, size: number, path?: string][] = [
    [words.say('guides.title'), guides.size],
    [words.say('categories.title'), categories.size, CATEGORIES],
    [words.say('about.otherPages'), others],
    [words.say('tags.title'), tags.size, TAGS],
    [words.say('teams.title'), teams.size, TEAMS],
    [words.say('about.people'), users.size],
    [words.say('about.media'), files.reduce((sum, file) => sum + (file ? file.fetched + file.unchanged : 0), 0)],
  ]
  return {
    head: {
      title: words.say('about.title'),
      description: words.say('about.description', { site: site.name }),
      path: ABOUT,
    } satisfies PageHead,
    source: originalSite(site),
    /** When the copy last changed: a crawl without changes leaves the page as it is. */
    changed: momentOf(Date.parse(changedAt(site.cache.manifest)) / 1000, words.lang),
    /** Counts; each with the page that lists the records, if there is one. */
    rows: sizes
      .map(([name, size, path]) => ({ name, value: size > 0 ? words.number(size) : '', href: path && pageAt(site, path) }))
      .filter(({ value }) => value),
    product,
  }
}

/** The same date in machine-readable form: `{"changedAt":"2026-09-05T06:00:41.000Z"}`. */
export const copyText = ({ cache }: Site): string => `${JSON.stringify({ changedAt: changedAt(cache.manifest) })}\n`
