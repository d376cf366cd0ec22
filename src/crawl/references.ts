import { Parser } from 'htmlparser2'
import { EXTRA_KINDS, type ExtraOwner, extraOf } from '../model/extras.ts'
import { canonicalTitle } from '../model/title.ts'
import type { Comment } from '../model/comment.ts'
import { pictureAddress, readSourceLink } from '../model/link.ts'
import { type Document, type Encoding, type Image, type ImageSize, urlsForSize, urlsForZoom, type Video } from '../model/media.ts'
import type { CrawlOptions } from './options.ts'
import { HtmlBudget, HtmlExcess } from '../model/html-limits.ts'
import type { User } from '../model/user.ts'
import type { Spoken } from './languages.ts'
import type { RecordKey } from '../cache/layout.ts'

/** One file to copy: the addresses to try, best first, exactly as the record writes them. */
export interface WantedMedia {
  kind: 'picture' | 'video file' | 'document'
  urls: string[]
  /** Referenced in free text rather than by a field, or merely decorative: it may be on any host, and the link may be dead. */
  isLinked?: boolean
  /** The maximum useful size, if less than the crawl's limit. */
  maxBytes?: number
}

export interface NamedRecord extends RecordKey {
  isLinked?: boolean
}

export interface Scope extends Pick<CrawlOptions, 'sizes' | 'zoomSize'> {
  origins: readonly string[]
  /** Partial crawl: follow dependencies of a record, not its links. */
  isPart?: boolean
  extras: ReadonlySet<string>
}

/** Avatars and product pictures are shown small, in one size. */
const SMALL: readonly ImageSize[] = ['thumbnail']

/** An original can be of any size. */
const MAX_ZOOM_BYTES = 10_000_000

/** Collects the references of an answer: records to request, files to copy. Keeps nothing of the answer itself. */
export class References {
  spoken: Spoken = { langs: [], available: [] }
  records: NamedRecord[] = []
  readonly media: WantedMedia[] = []
  /** Its parts that comments can refer to: `step 12`, `wiki 514`. */
  readonly commented: string[] = []
  /** Why its texts were not read in full, if they were not. */
  excess: string | undefined
  readonly #budget = new HtmlBudget()
  readonly #scope: Scope
  readonly #links = new Set<string>()
  #isInText = false

  constructor(scope: Scope) {
    this.#scope = scope
  }

  get isPart(): boolean {
    return this.#scope.isPart ?? false
  }

  /** For a translation: its fields' references by title are also in its source, with titles that the service knows. */
  forgetRelatives(): void {
    this.records = this.records.filter(({ kind, isLinked }) => isLinked || (kind !== 'wiki' && kind !== 'wiki-tags'))
  }

  numbered(kind: 'guide' | 'user' | 'team-members', id: number | undefined): void {
    if (id && id > 0) this.#record(kind, String(id))
  }

  /** By any spelling of the title: `_` and space are equivalent in requests. */
  wiki(namespace: string, title: string): void {
    if (title) this.#record('wiki', `${namespace}/${canonicalTitle(title)}`)
  }

  person(user: User | null): void {
    this.numbered('user', user?.userid)
    this.smallImage(user?.image)
  }

  image(image: Image | null | undefined, sizes: readonly ImageSize[] = this.#scope.sizes): void {
    if (image?.id && image.id > 0) this.extras('image', image.id)
    if (image) for (const size of sizes) this.file('picture', urlsForSize(image, size))
  }

  closeImage(image: Image): void {
    this.image(image)
    this.file('picture', urlsForZoom(image, this.#scope.zoomSize), MAX_ZOOM_BYTES)
  }

  smallImage(image: Image | null | undefined): void {
    this.image(image, SMALL)
  }

  file(kind: WantedMedia['kind'], urls: readonly string[], maxBytes?: number): void {
    const named = urls.filter(Boolean)
    if (named.length > 0) this.media.push({ kind, urls: named, ...(maxBytes !== undefined && { maxBytes }) })
  }

  /** A picture that no page shows: copied so that no answer of a replica refers to the service. */
  ornament(picture: Image | string | null): void {
    const urls = typeof picture === 'string' ? [picture] : picture ? urlsForSize(picture, 'thumbnail') : []
    if (urls[0]) this.media.push({ kind: 'picture', urls, isLinked: true })
  }

  extras(owner: ExtraOwner, id: number | string): void {
    if (this.#scope.extras.size === 0) return
    for (const kind of EXTRA_KINDS)
      if (this.#scope.extras.has(kind) && extraOf(kind).of === owner) this.records.push({ kind, id: String(id) })
  }

  video(video: Video): void {
    if (video.videoid > 0) this.extras('video', video.videoid)
    this.image(video.image?.image)
    for (const urls of encodingsToCopy(video.encodings)) this.file('video file', urls)
  }

  document({ download_url, url, image }: Document): void {
    this.file('document', [download_url, url])
    this.image(image)
  }

  comments(comments: readonly Comment[]): void {
    for (const { author, text_rendered, replies } of comments) {
      this.person(author)
      this.html([text_rendered])
      this.comments(replies)
    }
  }

  html(texts: readonly string[]): void {
    for (const text of texts) {
      const { links, pictures, videos, excess } = readHtml(text, this.#budget)
      this.excess ??= excess
      this.#isInText = true
      for (const href of this.isPart ? [] : links) {
        if (this.#links.has(href)) continue
        this.#links.add(href)
        this.#link(href)
      }
      this.#isInText = false
      for (const url of pictures) this.media.push({ kind: 'picture', urls: [url], isLinked: true })
      for (const url of videos) this.media.push({ kind: 'video file', urls: [url], isLinked: true })
    }
  }

  #record(kind: RecordKey['kind'], id: string): void {
    this.records.push({ kind, id, ...(this.#isInText && { isLinked: true }) })
  }

  #link(href: string): void {
    const ref = readSourceLink(href, this.#scope.origins)?.ref
    if (ref?.kind === 'guide') this.numbered('guide', ref.guideid)
    else if (ref?.kind === 'wiki') this.wiki(ref.namespace, ref.title)
    else if (ref?.kind === 'user') this.numbered('user', ref.userid)
    else if (ref?.kind === 'team') this.numbered('team-members', ref.teamid)
    else if (ref?.kind === 'document') this.file('document', [href])
  }
}

/** Text without any of these strings contains no references. */
const TELLING = /<(?:a|area|img|video|source)[\s/>]|poster|videoid/i
/** Longer text is always parsed: it may be nested too deeply to show. */
const SHORT = 3000
const BACKGROUND = /url\(\s*["']?([^"')]+)/

/** Reads links, pictures and videos in HTML (api-facts, Rendered HTML to expect). `excess`: why it was not read to its end. */
export function readHtml(html: string, budget = new HtmlBudget()) {
  const found = { links: [] as string[], pictures: [] as string[], videos: [] as string[], excess: undefined as string | undefined }
  // Most lines of most steps contain no references.
  if (html.length < SHORT && !TELLING.test(html)) return found
  const put = (kind: 'links' | 'pictures' | 'videos', value: string | undefined) => {
    if (value?.trim()) found[kind].push(value.trim())
  }
  const parser = new Parser({
    onclosetag: () => budget.close(),
    onopentag(tag, { href, src, poster, style, videoid, 'data-src': lazy }) {
      budget.open()
      if (tag === 'a' || tag === 'area') put('links', href)
      if (tag === 'img') put('pictures', pictureAddress({ src, 'data-src': lazy }))
      if (tag === 'video' || tag === 'source') put('videos', src)
      put('pictures', poster)
      if (videoid) put('pictures', BACKGROUND.exec(style ?? '')?.[1])
    },
  })
  try {
    budget.begin(html)
    parser.end(html)
  } catch (error) {
    if (!(error instanceof HtmlExcess)) throw error
    found.excess = error.message
  }
  return found
}

/** Taller video than this costs more bytes than a page benefits from. */
const MAX_HEIGHT = 1080

/** The addresses of a video to try, best first, for one MP4, which plays everywhere, and for one WebM, which is smaller. */
export function encodingsToCopy(encodings: readonly Encoding[]): string[][] {
  const named = encodings.filter(({ url }) => url)
  const chosen = ['mp4', 'webm'].map((format) => named.filter((encoding) => isOf(encoding, format))).filter((some) => some.length > 0)
  return (chosen.length > 0 ? chosen : named.length > 0 ? [named] : []).map((some) =>
    [...some].sort((a, b) => rank(b) - rank(a)).map(({ url }) => url),
  )
}

const isOf = ({ format, mime }: Encoding, name: string): boolean => `${format} ${mime}`.toLowerCase().includes(name)

const rank = ({ height }: Encoding): number => (height <= MAX_HEIGHT ? height : -height)
