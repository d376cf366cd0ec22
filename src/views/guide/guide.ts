import { notCached, readRecord } from '../catalog/records.ts'
import { type Guide, guideSchema, type Step } from '../../model/guide.ts'
import type { Product } from '../../model/media.ts'
import { canonicalTitle } from '../../model/title.ts'
import { toHtml, toText } from '../../render/to-html.ts'
import { fileAt, pathOf, withBase, pageAt, stepAnchor } from '../../routes.ts'
import { relatedGuides } from './related.ts'
import { knownAuthor, nameOf } from '../people/author.ts'
import { prerequisiteCard } from '../catalog/card.ts'
import { commentViews, textsOfComments } from '../people/comments.ts'
import { crumbsTo, titleOf } from '../catalog/names.ts'
import { guideHistory } from './guide-history.ts'
import { describe, type PageHead, absolute } from '../site/head.ts'
import { foreignLang, untranslatedNote } from '../site/lang.ts'
import { hasPage, isPrivate } from '../catalog/catalog.ts'
import { guideKey, hrefOf, originalOf, renderContext } from '../site/links.ts'
import { type DocumentView, documentViews, embedView, videoView } from '../media/media.ts'
import { imagesOf, pictureAt, pictureOf, type Picture } from '../media/picture.ts'
import { pictureFacts } from './picture-facts.ts'
import { productViews } from '../wiki/product.ts'
import { neededBefore, shoppingAt } from './shopping.ts'
import type { Site } from '../site/site.ts'
import { socialAddressOf } from './social.ts'
import { momentOf, spanOf, staleSince, type Span } from '../site/time.ts'
import { commentsBeside, ownSteps, stepView, textOf, type StepView } from './steps.ts'
import { difficultyWord, flagWords, takesApart, typeWord } from '../site/words.ts'
import { keepingOf } from '../site/app.ts'
import { encode } from 'uqr'
import { languageTag } from '../../model/language.ts'

/** Shown in a separate notice. */
const ARCHIVED = 'GUIDE_ARCHIVED'

/** Everything on a guide's page, from its record. */
export type GuideView = Awaited<ReturnType<typeof guideView>>

/** Throws a {@link ContentError} if the guide is not cached. */
export async function guideView(site: Site, guideid: number) {
  const guide = await readRecord(site.cache, guideKey(site, guideid), guideSchema)
  const entry = site.catalog.guides.get(guideid)
  if (!guide || !entry) throw notCached(`Guide ${guideid}`, `guide ${guideid}`)
  const lang = foreignLang(site, guide.langid || guide.locale)
  const title = titleOf(site, guide)
  const own = ownSteps(site, guide)
  const original = originalOf(site, guide.url || `/Guide/-/${guideid}`)
  const context = await renderContext(site, textsOf(guide), original)
  const anchors = new Set(own.map(({ stepid }) => `s${stepid}`))
  const introduction = toHtml({ rendered: guide.introduction_rendered, raw: guide.introduction_raw }, context, { anchors })
  const steps = own.map((step, at) => stepView(site, step, at + 1, { title, context, anchors }))
  const picture = pictureOf(site, guide.image, title)
  const time = spanOf(guide.time_required_min, guide.time_required_max, guide.time_required, site.words.lang)
  const modified = momentOf(guide.modified_date, site.words.lang)
  const created = momentOf(guide.published_date || guide.created_date, site.words.lang)
  const needed = guide.prerequisites.map((prerequisite) => prerequisite.guideid)
  return {
    head: {
      title,
      description: describe(guide.summary || toText(introduction) || own.flatMap(({ lines }) => lines.map(textOf)).join(' ')),
      path: pathOf({ kind: 'guide', guideid }),
      ref: { kind: 'guide', guideid },
      written: [site.sourceLang, ...entry.langs],
      picture: (await socialAddressOf(site, guideid)) ?? picture?.src,
      isPrivate: entry.private,
      article: { published: created?.iso, modified: modified?.iso },
      crumbs: crumbsTo(site, canonicalTitle(guide.category), title, lang),
      data: [howTo(site, { guide: { ...guide, title }, steps: own, views: steps, picture, time })],
    } satisfies PageHead,
    title,
    /** '' if the introduction begins with it. */
    summary: isStartOf(toText(introduction), guide.summary) ? '' : guide.summary,
    /** The text's language if it differs from the site's. */
    lang,
    /** The note that it is not translated; '' if it is. */
    untranslated: untranslatedNote(site, guide.langid || guide.locale),
    type: typeWord(site.words, guide.type),
    difficulty: difficultyWord(site.words, guide.difficulty),
    time,
    subject: guide.subject,
    /** The steps in reverse put it back together. */
    isReversible: takesApart(guide.type),
    author: await knownAuthor(site, guide.author ?? { userid: entry.userid, username: entry.username }),
    created,
    modified,
    archived: entry.archived || guide.flags.some(({ flagid }) => flagid === ARCHIVED),
    /** The date of the copy if the last crawl could not update it. */
    stale: await staleSince(site, guideKey(site, guideid)),
    private: entry.private,
    /** Without the archived flag. */
    flags: guide.flags.filter(({ flagid }) => flagid !== ARCHIVED).map((flag) => flagWords(site.words, flag)),
    tags: entry.tags.map((tag) => ({ tag, href: hrefOf(site, { kind: 'tag', tag }) })),
    picture,
    introduction,
    introVideo: guide.intro_video ? videoView(site, guide.intro_video, title) : undefined,
    introEmbed: guide.intro_video
      ? undefined
      : embedView(site, { html: '', url: guide.intro_video_url, title: site.words.say('guide.introduction'), provider_name: '' }, context),
    prerequisites: await Promise.all(shownBefore(site, guide).map((prerequisite) => prerequisiteCard(site, prerequisite))),
    tools: productViews(site, guide.tools),
    parts: productViews(site, guide.parts),
    /** What the prerequisites need in addition. */
    neededBefore: await neededBefore(site, guide),
    shopping: shoppingAt(site),
    documents: await documentViews(site, guide.documents),
    /** The document at the top of the guide. */
    featured: await featuredDocument(site, guide),
    steps,
    conclusion: toHtml({ rendered: guide.conclusion_rendered, raw: guide.conclusion_raw }, context, { anchors, headingStart: 3 }),
    comments: commentViews(site, commentsBeside(guide, own), context, { title, headingStart: 3 }),
    /** The metadata of its pictures, if copied. */
    pictureFacts: await pictureFacts(site, [guide.image, ...own.flatMap(imagesOf)]),
    alike: relatedGuides(site, guideid, needed),
    history: await guideHistory(site, guideid),
    original,
    /** For print: the address of the guide. */
    handout: handoutOf(site, pathOf({ kind: 'guide', guideid })),
    saving: savingOf(site),
  }
}

/** Services shorten a summary with an ellipsis. */
const isStartOf = (text: string, summary: string): boolean => text.startsWith(summary.replace(/(?:…|\.{3})$/, '').trim())

/** The prerequisites that may be shown, without duplicates and without the guide itself. */
function shownBefore(site: Site, guide: Guide): Guide['prerequisites'] {
  const seen = new Set([guide.guideid])
  return guide.prerequisites.filter(({ public: isPublic, guideid }) => {
    const again = seen.has(guideid)
    seen.add(guideid)
    const ref = { kind: 'guide', guideid } as const
    return !again && (hasPage(site.catalog, ref) || (isPublic && !isPrivate(site, ref)))
  })
}

/** The document at the top of the guide: one of its own, or an address with a picture (specification, section 2.4). */
async function featuredDocument(site: Site, guide: Guide): Promise<DocumentView | undefined> {
  const own = guide.documents.find(({ documentid }) => documentid === guide.featured_documentid && documentid !== 0)
  const picture = pictureAt(site, guide.featured_document_thumbnail_url, '')
  const [view] = own ? await documentViews(site, [own]) : []
  const href = originalOf(site, guide.featured_document_embed_url)
  if (view) return { ...view, picture: picture ?? view.picture }
  if (!href) return undefined
  return { title: site.words.say('media.featuredDocument'), href, download: undefined, leaving: true, facts: [], date: undefined, picture }
}

/** Every text of a guide that may contain links. */
const textsOf = (guide: Guide): string[] => [
  guide.introduction_rendered || guide.introduction_raw,
  guide.conclusion_rendered || guide.conclusion_raw,
  ...guide.steps.flatMap(({ lines, comments }) => [
    ...lines.map(({ text_rendered, text_raw }) => text_rendered || text_raw),
    ...textsOfComments(comments),
  ]),
  ...textsOfComments(guide.comments),
]

/**
 * How a guide can be saved as a single file: the address of the part that all such files share (see one-file/shell.ts), and the sentence saying
 * that it is a copy; `{date}` is filled in on saving. Undefined on a site for use from disk, where pages cannot fetch anything.
 */
const savingOf = (site: Site) =>
  site.toRoot === undefined && site.config.links === 'root'
    ? { shell: fileAt(site, '/one-file.json'), copy: site.words.say('oneFile.copy', { date: '{date}' }), keeping: keepingOf(site) }
    : undefined

/** The quiet zone around the code, in modules; the blank paper adds to it. */
const BORDER = 2

/** A page's address for print; undefined if the site does not know its own address. */
function handoutOf(site: Site, path: string) {
  if (!site.address) return undefined
  const address = absolute(site, withBase(site.base, path))
  const { data, size } = encode(address, { ecc: 'M', border: BORDER })
  const lines = data.flatMap((row, y) => darkRuns(row).map(({ index, 0: { length } }) => `M${index} ${y}h${length}`))
  return {
    /** Without the scheme, for display. */
    address: address.replace(/^https?:\/\//, ''),
    /** The address as a QR code: SVG lines one module wide, in a square of `size` modules. */
    code: { size, lines: lines.join('') },
  }
}

/** The runs of dark modules in a row. */
const darkRuns = (row: readonly boolean[]) => [...row.map(Number).join('').matchAll(/1+/g)]

interface Parts {
  guide: Guide
  steps: readonly Step[]
  views: readonly StepView[]
  picture: Picture | undefined
  time: Span | undefined
}

/** A guide as a schema.org HowTo. */
function howTo(site: Site, { guide, steps, views, picture, time }: Parts): Record<string, unknown> {
  const url = absolute(site, pageAt(site, pathOf({ kind: 'guide', guideid: guide.guideid })))
  return {
    '@type': 'HowTo',
    name: guide.title,
    ...((guide.langid || guide.locale) && { inLanguage: languageTag(guide.langid || guide.locale) }),
    ...(guide.summary && { description: guide.summary }),
    ...(picture && { image: absolute(site, picture.full) }),
    ...(time?.iso && { totalTime: time.iso }),
    ...(guide.author?.username && { author: { '@type': 'Person', name: nameOf(guide.author.username) } }),
    ...(guide.modified_date > 0 && { dateModified: new Date(guide.modified_date * 1000).toISOString() }),
    ...(site.licence?.url && { license: site.licence.url }),
    ...(guide.tools.length > 0 && { tool: guide.tools.map(named('HowToTool')) }),
    ...(guide.parts.length > 0 && { supply: guide.parts.map(named('HowToSupply')) }),
    step: steps.map((step, at) => ({
      '@type': 'HowToStep',
      position: at + 1,
      ...(step.title && { name: step.title }),
      url: `${url}#${stepAnchor(at + 1)}`,
      ...pictureIn(site, views[at]),
      text: step.lines.map(textOf).filter(Boolean).join('\n'),
    })),
  }
}

const named =
  (type: string) =>
  ({ text }: Product) => ({ '@type': type, name: text })

function pictureIn(site: Site, view: StepView | undefined): { image?: string } {
  const first = view?.media.kind === 'pictures' ? view.media.pictures[0] : undefined
  return first ? { image: absolute(site, first.src) } : {}
}
