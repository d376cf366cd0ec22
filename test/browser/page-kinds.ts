import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { ABOUT, CATEGORIES, HOME, pathOf, SEARCH, TAGS, TEAMS, TOOLS } from '../../src/routes.ts'
import { hasMedia, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const guidePath = (is: Parameters<typeof theGuide>[1]) => pathOf({ kind: 'guide', guideid: theGuide(guides, is).guideid })
const first = (kind: string) => {
  const names = readdirSync(join(inject('siteFolder'), kind), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'page',
  )
  return `/${kind}/${names[0]?.name ?? 'none'}/`
}
const longestTitle = Math.max(...guides.map(({ title }) => title.length))

/** A page of the sample of each kind, and unusual ones. */
export const PAGE_KINDS = {
  home: HOME,
  search: SEARCH,
  about: ABOUT,
  'all categories': CATEGORIES,
  'all tags': TAGS,
  'all teams': TEAMS,
  'a category': pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: guides[0]?.category ?? '' }),
  'a tag': first('tag'),
  'a team': first('team'),
  'a user': first('user'),
  'a tool or part': first('item'),
  'a tool of many guides': pathOf({ kind: 'wiki', namespace: 'ITEM', title: 'Phillips Screwdriver' }),
  'what tools are good for': TOOLS,
  'a page about the site': first('info'),
  'a wiki page': first('wiki'),
  'a guide with pictures': guidePath(hasMedia('image')),
  'a guide with a video': guidePath(hasMedia('video')),
  'a guide with an embed': guidePath(hasMedia('embed')),
  'a guide without steps': guidePath(({ steps }) => steps.length === 0),
  'a guide with a long title': guidePath(({ title }) => title.length === longestTitle),
  'a guide with prerequisites': guidePath(({ prerequisites }) => prerequisites.length > 0),
  'a guide with comments': guidePath(({ comments, steps }) => comments.length > 0 && steps.some((step) => step.comments.length > 0)),
  'a guide with hostile HTML': guidePath(({ title }) => title.startsWith('Hacked')),
}
