import type { RecordKey } from '../../src/cache/layout.ts'
import type { SmallCache } from '../cache/small-cache.ts'
import { png } from '../views/small-site.ts'

/** A small site that changes at random, as the service would report it. */

type Chance = () => number

type Guide = ReturnType<typeof newGuide>
export type ChangingSite = ReturnType<typeof withoutGuides> & { guides: Guide[] }

const TITLES = 'Open the lid,Change the battery,Clean the fan,Solder the plug,Oil the hinge,Tighten the belt,Öl wechseln'.split(',')
const TYPES = ['repair', 'replacement', 'teardown', 'our-own']
const TOOLS = ['Spudger', 'Hammer', 'Clean cloth', 'hammer']
const TAGS = ['lid', 'Lid', 'battery', 'fan', 'new_thing']

const pick = <T>(chance: Chance, all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T

function newGuide(site: ReturnType<typeof withoutGuides> & { guides: { id: number }[] }, chance: Chance) {
  const id = site.next++
  return {
    id,
    title: `${pick(chance, TITLES)} ${id}`,
    type: pick(chance, TYPES),
    category: pick(chance, [...site.categories.map(({ title }) => title), 'Nowhere']),
    tags: TAGS.filter(() => chance() < 0.3),
    userid: pick(chance, site.users).id,
    text: `Words ${id}.`,
    comments: [] as number[],
    needs: site.guides
      .slice(-9)
      .filter(() => chance() < 0.15)
      .map(({ id }) => id),
    tools: TOOLS.filter(() => chance() < 0.3),
    picture: id,
    pixels: 100,
    isPublic: true,
    isArchived: false,
    modified: id,
    /** The German title; '' for none. */
    german: chance() < 0.3 ? `Deutsch ${id}` : '',
    releases: 0,
    isDamaged: false,
    isStale: false,
    hasDetails: false,
  }
}

const withoutGuides = () => ({
  categories: ['Kitchen', 'Kettle', 'Toaster', 'Bike'].map((title, at) => ({
    title,
    shown: title,
    parent: at === 1 || at === 2 ? 'Kitchen' : '',
    text: `About ${title}.`,
    isWiki: at !== 3,
    tags: at === 1 ? ['lid'] : [],
    german: at === 1 ? 'Kessel' : '',
  })),
  infos: [{ title: 'Springs', text: 'Mind them.', links: 1, tags: [] as string[] }],
  users: [1, 2, 3].map((id) => ({ id, name: `User ${id}`, about: 'Mends.', completions: [] as number[] })),
  teams: [{ id: 1, name: 'Menders', members: [1, 2] }],
  wikiComments: [] as { id: number; wikiid: number; text: string }[],
  featured: [1],
  night: 1,
  next: 1,
})

export function firstSite(chance: Chance, guides: number): ChangingSite {
  const site: ChangingSite = { ...withoutGuides(), guides: [] }
  for (let count = 0; count < guides; count++) site.guides.push(newGuide(site, chance))
  return site
}

const without = <T>(all: T[], one: T) => all.splice(all.indexOf(one), 1)

/** What can happen to a site in a day, by name. */
export const CHANGES: Readonly<Record<string, (site: ChangingSite, chance: Chance) => unknown>> = {
  'a guide is edited': ({ guides, night }, chance) => {
    const guide = pick(chance, guides)
    const text = `Words of night ${night}, see <a href="https://repair.example/Guide/-/${pick(chance, guides).id}#s11">that</a>.`
    Object.assign(guide, { text, modified: 1000 + night })
  },
  'a guide gets another title': ({ guides, night }, chance) =>
    void (pick(chance, guides).title = `${pick(chance, TITLES)} of night ${night}`),
  'a guide is deleted': ({ guides }, chance) => (guides.length > 4 ? without(guides, pick(chance, guides)) : undefined),
  'a guide is made private': ({ guides }, chance) => void (pick(chance, guides).isPublic = chance() < 0.4),
  'a guide is archived': ({ guides }, chance) => void (pick(chance, guides).isArchived = chance() < 0.6),
  'a guide is moved': ({ guides, categories }, chance) =>
    void (pick(chance, guides).category = pick(chance, [...categories.map(({ title }) => title), 'Elsewhere'])),
  'a guide is new': (site, chance) => void site.guides.splice(Math.floor(chance() * site.guides.length), 0, newGuide(site, chance)),
  'guides change their places': ({ guides }) => void guides.reverse(),
  'a guide is of another type': ({ guides }, chance) => void (pick(chance, guides).type = pick(chance, TYPES)),
  'a guide has another author': ({ guides, users }, chance) => void (pick(chance, guides).userid = pick(chance, users).id),
  'a translation is new, or gone': ({ guides, night }, chance) => {
    const guide = pick(chance, guides)
    guide.german = guide.german ? '' : `Nacht ${night}`
  },
  'a picture is replaced': ({ guides, night }, chance) => void (pick(chance, guides).pixels = 100 + night),
  'a picture is another': ({ guides, night }, chance) => void (pick(chance, guides).picture = 500 + night),
  'a comment is added': ({ guides, night }, chance) => void pick(chance, guides).comments.push(night),
  'a comment on a wiki is added': ({ wikiComments, night }, chance) =>
    void wikiComments.push({ id: night, wikiid: pick(chance, [1, 2, 3, 9]), text: `Night ${night}` }),
  'a tag is added': ({ guides }, chance) => void pick(chance, guides).tags.push(pick(chance, TAGS)),
  'a tag is removed': ({ guides }, chance) => void pick(chance, guides).tags.pop(),
  'a wiki gets a tag': ({ categories }, chance) => void pick(chance, categories).tags.push(pick(chance, TAGS)),
  'a category is renamed': ({ categories, guides, night }, chance) => {
    const category = pick(chance, categories)
    const title = `${category.title.replace(/ .*/, '')} ${night}`
    for (const other of categories) if (other.parent === category.title) other.parent = title
    for (const guide of guides) if (guide.category === category.title) guide.category = title
    Object.assign(category, { title, shown: title })
  },
  'a category is shown otherwise': ({ categories, night }, chance) => void (pick(chance, categories).shown = `Shown ${night}`),
  'a category is moved': ({ categories }, chance) => {
    const [category, parent] = [pick(chance, categories), pick(chance, categories)]
    category.parent = parent === category || parent.parent ? '' : parent.title
    for (const other of categories) if (other.parent === category.title && category.parent) other.parent = ''
  },
  'a category is new': ({ categories, night }, chance) => {
    if (categories.length < 9)
      categories.push({ title: `Thing ${night}`, shown: '', parent: '', text: 'New.', isWiki: chance() < 0.5, tags: [], german: '' })
  },
  'two categories differ in nothing that an address shows': ({ categories, night }) =>
    void categories.push({ title: `Twin_${night}`, shown: 'Twin', parent: '', text: '', isWiki: true, tags: [], german: '' }),
  'the text of a category changes': ({ categories, night }, chance) => void (pick(chance, categories).text = `Text of night ${night}.`),
  'a category is translated': ({ categories, night }, chance) =>
    void (pick(chance, categories).german = chance() < 0.7 ? `Ding ${night}` : ''),
  'a wiki is new': ({ infos, night }, chance) =>
    void infos.push({ title: `Fact ${night}`, text: 'So.', links: pick(chance, [1, 2, 3]), tags: [pick(chance, TAGS)] }),
  'a wiki is deleted': ({ infos }) => infos.splice(0, 1),
  'a user is called otherwise': ({ users, night }, chance) => void (pick(chance, users).name = `Night ${night}`),
  'a user has completed a guide': ({ users, guides }, chance) => void pick(chance, users).completions.push(pick(chance, guides).id),
  'a user is deleted': ({ users }, chance) => (users.length > 1 ? without(users, pick(chance, users)) : undefined),
  'a team changes': ({ teams, night }) => Object.assign(teams[0] ?? {}, { name: `Menders ${night}`, members: [1, 2, 3].slice(night % 3) }),
  'another guide is featured': (site, chance) => void (site.featured = [pick(chance, site.guides).id]),
  'a guide needs another': ({ guides }, chance) => void pick(chance, guides).needs.push(pick(chance, guides).id),
  'a guide takes a tool more': ({ guides }, chance) => void pick(chance, guides).tools.push(pick(chance, TOOLS)),
  'a guide takes a tool less': ({ guides }, chance) => void pick(chance, guides).tools.pop(),
  'a guide is released': ({ guides }, chance) => pick(chance, guides).releases++,
  'a guide cannot be read, or can be again': ({ guides }, chance) => {
    const guide = pick(chance, guides)
    guide.isDamaged = !guide.isDamaged
  },
  'a guide is stale, or is not any more': ({ guides }, chance) => {
    const guide = pick(chance, guides)
    guide.isStale = !guide.isStale
  },
  'a picture has details': ({ guides }, chance) => void (pick(chance, guides).hasDetails = chance() < 0.5),
  'nothing happens': () => undefined,
}

const imageOf = (picture: number) => ({ id: picture, guid: `p${picture}`, standard: `https://media.example/p${picture}.standard` })
const comment = (id: number) => ({
  commentid: id,
  status: 'public',
  text_rendered: `<p>Comment ${id}</p>`,
  date: id,
  author: { userid: 1, username: 'Ada' },
})

const headOf = ({ id, title, type, category, tags, userid, picture, isPublic, isArchived, modified }: Guide, site: ChangingSite) => ({
  guideid: id,
  title,
  type,
  category,
  tags,
  userid,
  username: site.users.find((user) => user.id === userid)?.name ?? '',
  public: isPublic,
  flags: isArchived ? [{ flagid: 'GUIDE_ARCHIVED', title: 'Archived', text: '' }] : [],
  modified_date: modified,
  image: imageOf(picture),
  summary: `About ${title}.`,
  locale: 'en',
  url: `https://repair.example/Guide/-/${id}`,
})

/** A spudger has a page of its own, a hammer has none, but its link does not show that. */
const toolOf = (text: string) => ({ text, quantity: 1, ...(text !== 'Clean cloth' && { url: `/Item/${text}` }) })

function detailsOf(guide: Guide, site: ChangingSite): object {
  const { id, text, needs, userid } = guide
  const head = headOf(guide, site)
  const media = { type: 'image', data: [imageOf(guide.picture)] }
  return {
    ...head,
    langid: 'en',
    introduction_rendered: `<p>${text}</p>`,
    author: { userid, username: head.username },
    prerequisites: needs.flatMap((needed) => site.guides.filter((other) => other.id === needed).map((other) => headOf(other, site))),
    tools: guide.tools.map(toolOf),
    steps: [{ stepid: id * 10 + 1, lines: [{ text_rendered: text, bullet: 'black', level: 0 }], media, comments: [] }],
    comments: guide.comments.map(comment),
  }
}

/** The cache that a crawl of the site would have made. */
export function cacheOf(site: ChangingSite): SmallCache {
  const { guides, categories, infos, users, teams } = site
  const shown = guides.filter(({ isPublic }) => isPublic)
  const records: (RecordKey & { body: unknown })[] = []
  for (const guide of shown) {
    records.push({ kind: 'guide', id: String(guide.id), body: guide.isDamaged ? '{"guideid": ' : detailsOf(guide, site) })
    if (guide.hasDetails) records.push({ kind: 'image', id: String(guide.picture), body: { id: guide.picture, width: 100, height: 100 } })
    if (guide.german) {
      const tools = guide.tools.map((tool) => ({ ...toolOf(tool), text: `${tool}, deutsch` }))
      const body = { ...detailsOf(guide, site), title: guide.german, langid: 'de', locale: 'de', tools }
      records.push({ kind: 'guide', id: String(guide.id), lang: 'de', body })
    }
    if (guide.releases) {
      const body = Array.from({ length: guide.releases }, (_, at) => ({ version: `${at}`, title: 'R', date: at + 1 }))
      records.push({ kind: 'guide-releases', id: String(guide.id), body })
    }
  }
  const known = new Set(categories.map(({ title }) => title.replaceAll('_', ' ')))
  const wikis = categories.filter(({ title, isWiki }) => isWiki && known.delete(title.replaceAll('_', ' ')))
  for (const [at, { title, text, shown, tags, german }] of wikis.entries()) {
    const facts = { wikiid: at + 1, namespace: 'CATEGORY', title, tags, langid: 'en' }
    const body = { ...facts, display_title: shown, contents_rendered: `<p>${text}</p>` }
    records.push({ kind: 'wiki', id: `CATEGORY/${title}`, body })
    if (german) records.push({ kind: 'wiki', id: `CATEGORY/${title}`, lang: 'de', body: { ...body, display_title: german, langid: 'de' } })
  }
  for (const { title, text, links, tags } of infos) {
    const contents_rendered = `<p>${text} <a href="/Guide/-/${links}">See</a></p>`
    records.push({ kind: 'wiki', id: `INFO/${title}`, body: { wikiid: 9, namespace: 'INFO', title, contents_rendered, tags } })
  }
  records.push({ kind: 'wiki', id: 'ITEM/Spudger', body: { wikiid: 8, namespace: 'ITEM', title: 'Spudger', contents_rendered: 'Levers.' } })
  for (const { id, name, about, completions } of users) {
    records.push({ kind: 'user', id: String(id), body: { userid: id, username: name, about_rendered: about, teams: [1] } })
    records.push({ kind: 'user-completions', id: String(id), body: completions.map((guideid) => ({ guideid })) })
  }
  for (const { id, members } of teams)
    records.push({ kind: 'team-members', id: String(id), body: members.map((userid) => ({ userid, username: `User ${userid}` })) })
  const order = (parent: string): object[] =>
    categories
      .filter((category) => category.parent === parent)
      .map(({ title, shown }) => ({ title, display_title: shown, children: order(title) }))
  records.push({ kind: 'hierarchy-order', id: '', body: order('') })
  const day = new Date(Date.UTC(2026, 0, site.night)).toISOString()
  return {
    records,
    lists: {
      guides: shown.map((guide) => headOf(guide, site)),
      'guides-featured': shown.filter(({ id }) => site.featured.includes(id)).map((guide) => headOf(guide, site)),
      'wikis-CATEGORY': wikis.map(({ title, shown, text }) => ({ title, display_title: shown, summary: text, namespace: 'CATEGORY' })),
      'wikis-ITEM': [{ title: 'Spudger', namespace: 'ITEM' }],
      'wikis-INFO': infos.map(({ title }) => ({ title, namespace: 'INFO' })),
      teams: teams.map(({ id, name }) => ({ teamid: id, name })),
      comments: site.wikiComments.map(({ id, wikiid: contextid, text: text_rendered }) => {
        return { ...comment(id), context: 'wiki', contextid, text_rendered }
      }),
    },
    stale: shown.flatMap(({ id, isStale }) =>
      isStale ? { kind: 'guide' as const, id: String(id), since: '2026-01-01T00:00:00.000Z' } : [],
    ),
    media: Object.fromEntries(shown.map(({ picture, pixels }) => [imageOf(picture).standard, png(pixels, 100)])),
    manifest: { translations: ['de'], startedAt: day, finishedAt: day, includesPrivate: false },
  }
}
