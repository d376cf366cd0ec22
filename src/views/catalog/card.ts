import type { RecordKey } from '../../cache/layout.ts'
import { guideSchema, type GuideSummary, guideSummarySchema, type Prerequisite } from '../../model/guide.ts'
import type { Namespace, WikiRef } from '../../model/ref.ts'
import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import { type Wiki, wikiSchema, wikiSummarySchema } from '../../model/wiki.ts'
import type { CategoryEntry } from '../category/category-tree.ts'
import { addressFrom } from '../../routes.ts'
import { foreignLang } from '../site/lang.ts'
import { guideKey, hrefOf, originalOf, wikiKey } from '../site/links.ts'
import { titleOf, wikiName } from './names.ts'
import { imagesOf, type Picture, pictureFrom, pictureOf } from '../media/picture.ts'
import { readIfReadable } from './records.ts'
import { parsedItem } from '../../model/parse.ts'
import type { Site } from '../site/site.ts'
import { spanOf } from '../site/time.ts'
import { onceFor, question } from '../trace/tracked-site.ts'
import { attempt } from './unreadable.ts'
import { difficultyWord, howMany, typeWord } from '../site/words.ts'

/** A record in a grid. */
export interface Card {
  kind: 'guide' | 'category' | 'wiki' | 'team' | 'user'
  title: string
  /** The title's language if it differs from the page's. */
  lang: string | undefined
  /** Undefined if there is no target. */
  href: string | undefined
  /** True if the link leads to the original site. */
  leaving: boolean
  summary: string
  /** The summary's language if it differs from the page's. */
  summaryLang: string | undefined
  picture: Picture | undefined
  /** A few words each: type, difficulty, time, or a count. */
  facts: string[]
}

/** True if a list of names is more useful than cards because most have no picture. */
export const mostLackPictures = (cards: readonly Card[]): boolean => cards.filter(({ picture }) => picture).length * 2 < cards.length

/** The cards of guides in the given order, without those that the site lacks or cannot read. */
export const guideCards = (site: Site, guideids: readonly number[]): Promise<Card[]> =>
  all(site, guideids, (guideid) => cardOfGuide(site, guideid))

const MAX_KNOWN = 5000
/** A guide has the same card in its category, and at its tags, its tools and its author. */
const knownCards = onceFor(() => new Map<number, Card>())

const cardOfGuide = question('card of guide', async (site: Site, guideid: number) => {
  const known = knownCards(site)
  const make = () => readHead(site, guideid).then((head) => head && guideCard(site, head))
  const card = known.get(guideid) ?? (await readable(guideKey(site, guideid), make))
  if (known.size >= MAX_KNOWN) known.clear()
  if (card) known.set(guideid, card)
  return card
})

/** {@link guideCards} of categories. */
export const categoryCards = (site: Site, categories: readonly CategoryEntry[]): Promise<Card[]> =>
  all(site, categories, ({ title }) => cardOfWiki(site, 'CATEGORY', title))

/** {@link guideCards} of wikis in any namespace. */
export const wikiCards = (site: Site, refs: readonly WikiRef[]): Promise<Card[]> =>
  all(site, refs, ({ namespace, title }) => cardOfWiki(site, namespace, title))

const cardOfWiki = question('card of wiki', (site: Site, namespace: Namespace, title: string) => {
  const ref: WikiRef = { kind: 'wiki', namespace, title }
  return readable(wikiKey(site, ref), () => wikiCard(site, ref))
})

const readable = async (key: RecordKey, card: () => Promise<Card | undefined>): Promise<Card | undefined> =>
  (await attempt(key, card)).value

/** Questions are page-independent: their answers contain absolute paths, which each page rewrites. */
async function all<T>(site: Site, things: readonly T[], cardOf: (thing: T) => Promise<Card | undefined>): Promise<Card[]> {
  const cards = (await Promise.all(things.map((thing) => cardOf(thing)))).filter((card) => card !== undefined)
  return cards.map((card) => ({
    ...card,
    href: card.href && addressFrom(site, card.href),
    picture: card.picture && pictureFrom(site, card.picture),
  }))
}

/** The card of a guide from any record that names it: a list, a dependent guide, its details. Links to the original if it is not cached. */
function guideCard(site: Site, head: GuideSummary | Prerequisite): Card {
  const href = hrefOf(site, { kind: 'guide', guideid: head.guideid })
  return {
    kind: 'guide',
    title: titleOf(site, head),
    lang: foreignLang(site, head.locale),
    href: href ?? originalOf(site, head.url),
    leaving: !href,
    summary: head.summary,
    summaryLang: foreignLang(site, head.locale),
    picture: pictureOf(site, head.image, ''),
    facts: [
      typeWord(site.words, head.type),
      difficultyWord(site.words, head.difficulty),
      spanOf(0, head.time_required_max, '', site.words.lang)?.words ?? '',
      site.catalog.guides.get(head.guideid)?.archived ? site.words.say('guide.archivedShort') : '',
    ].filter(Boolean),
  }
}

/** The card of a prerequisite; translations use the translated title. */
export async function prerequisiteCard(site: Site, prerequisite: Prerequisite): Promise<Card> {
  const { lang } = guideKey(site, prerequisite.guideid)
  return guideCard(site, (lang && (await readHead(site, prerequisite.guideid))) || prerequisite)
}

/** The card of a category, with its own picture or that of a guide in it. */
async function categoryCard(site: Site, category: CategoryEntry): Promise<Card> {
  const { title, display_title, children, guideCount } = category
  const ref: WikiRef = { kind: 'wiki', namespace: 'CATEGORY', title }
  const listed = await summaryOfWiki(site, 'CATEGORY', title)
  const name = wikiName(site, ref)
  return {
    kind: 'category',
    title: name ?? (listed?.display_title || display_title),
    lang: foreignLang(site, name === undefined ? site.sourceLang : site.lang),
    href: hrefOf(site, ref),
    leaving: false,
    ...(await summaryOf(site, ref, listed?.summary)),
    picture: pictureOf(site, listed?.image, '') ?? (await pictureOfGuides(site, category)),
    facts: [howMany(site.words, 'count.guides', guideCount), howMany(site.words, 'count.categories', children.length)].filter(Boolean),
  }
}

/** The card of a wiki in any namespace. */
async function wikiCard(site: Site, ref: WikiRef): Promise<Card | undefined> {
  if (ref.namespace === 'CATEGORY') {
    const category = site.catalog.categories.get(canonicalTitle(ref.title))
    return category && categoryCard(site, category)
  }
  const summary =
    (await summaryOfWiki(site, ref.namespace, ref.title)) ?? (await readIfReadable(site.cache, wikiKey(site, ref), wikiSchema))
  if (!summary) return undefined
  return {
    kind: 'wiki',
    title: wikiName(site, ref) ?? (summary.display_title || visibleTitle(ref.title)),
    lang: foreignLang(site, wikiKey(site, ref).lang ?? site.sourceLang),
    href: hrefOf(site, ref),
    leaving: false,
    ...(await summaryOf(site, ref, summary.summary)),
    picture: pictureOf(site, summary.image, ''),
    facts: [],
  }
}

/** The summary of a translation, otherwise of the source: lists exist in the source language only. */
async function summaryOf(site: Site, ref: WikiRef, listed: unknown): Promise<Pick<Card, 'summary' | 'summaryLang'>> {
  const key = wikiKey(site, ref)
  const translation = key.lang ? await readIfReadable(site.cache, key, wikiSchema) : undefined
  if (translation?.description) return { summary: translation.description, summaryLang: foreignLang(site, site.lang) }
  const summary = typeof listed === 'string' ? listed : ''
  return { summary, summaryLang: summary ? foreignLang(site, site.sourceLang) : undefined }
}

const summaryOfWiki = question('summary of wiki', async (site: Site, namespace: Namespace, title: string) => {
  const position = site.catalog.wikis[namespace].get(canonicalTitle(title))?.position
  return position && parsedItem(wikiSummarySchema, await site.cache.listItem(`wikis-${namespace}`, position))
})

/** A one-line description of a page in its own language: its description, or its summary in the list of its kind. */
export async function leadOf(site: Site, ref: WikiRef, wiki: Wiki | undefined): Promise<string> {
  if (wiki?.description) return wiki.description
  const { summary, summaryLang } = await summaryOf(site, ref, (await summaryOfWiki(site, ref.namespace, ref.title))?.summary)
  return summaryLang === undefined ? summary : ''
}

/** A guide's list item; for a translation or an unlisted guide, its details. */
export const readHead = question('head of guide', async (site: Site, guideid: number): Promise<GuideSummary | Prerequisite | undefined> => {
  const entry = site.catalog.guides.get(guideid)
  const key = guideKey(site, guideid)
  if (!entry?.position || key.lang) return entry && readIfReadable(site.cache, key, guideSchema)
  return parsedItem(guideSummarySchema, await site.cache.listItem('guides', entry.position))
})

/** How many categories and guides are tried before a category is left without a picture. */
const GUIDES_ASKED = 4
const CATEGORIES_ASKED = 12

/**
 * The picture of a category without one of its own: that of the first guide in or below it, current guides before archived ones; otherwise
 * the picture of a guide's last step, which usually shows the reassembled device.
 */
async function pictureOfGuides(site: Site, category: CategoryEntry): Promise<Picture | undefined> {
  const guides = guidesFrom(site, category)
  for (const guideid of guides) {
    const picture = pictureOf(site, (await readHead(site, guideid))?.image, '')
    if (picture) return picture
  }
  // Guide details are larger than list items: only one is read.
  return guides[0] === undefined ? undefined : pictureOfSteps(site, guides[0])
}

function guidesFrom({ catalog }: Site, category: CategoryEntry): number[] {
  const queue = [category]
  const found: number[] = []
  for (let at = 0; at < queue.length && at < CATEGORIES_ASKED; at++) {
    const { guideids = [], children = [] } = queue[at] ?? {}
    const current = guideids.filter((guideid) => catalog.guides.get(guideid)?.archived === false)
    found.push(...(current.length > 0 ? current : guideids).slice(0, GUIDES_ASKED))
    queue.push(...children.filter(({ guideCount }) => guideCount > 0))
  }
  return found
}

async function pictureOfSteps(site: Site, guideid: number): Promise<Picture | undefined> {
  const guide = await readIfReadable(site.cache, guideKey(site, guideid), guideSchema)
  for (const image of guide?.steps.toReversed().flatMap(imagesOf) ?? []) {
    const picture = pictureOf(site, image, '')
    if (picture) return picture
  }
  return undefined
}
