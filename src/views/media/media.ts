import { DOWNLOADED_ENDING } from '../../cache/layout.ts'
import type { StepMedia } from '../../model/guide.ts'
import { type Document, type Embed, undisplayed, type Video } from '../../model/media.ts'
import { frameAddress, playerOf } from '../../render/player.ts'
import type { RenderContext } from '../../render/relink.ts'
import { originalOf } from '../site/links.ts'
import { cachedMedia, fileOf, imagesOf, mediaAt, mediaOf, type Picture, pictureOf, srcFor } from './picture.ts'
import type { Site } from '../site/site.ts'
import { clockOf, momentOf } from '../site/time.ts'
import { howMany } from '../site/words.ts'
import { roundUnitFormat } from '../site/formats.ts'

/** Content embedded from another site: a link until it is clicked, and always without JavaScript. */
export type EmbedView = NonNullable<ReturnType<typeof embedView>>

/** Media shown next to a step's text. `files` are links to pictures in formats that browsers do not show. */
export type StepMediaView =
  | { kind: 'none' }
  | { kind: 'pictures'; pictures: Picture[]; files: { name: string; href: string }[]; missing: number }
  | { kind: 'video'; video: VideoView }
  | { kind: 'embed'; embed: EmbedView }

/** A step's media (specification, section 2.4); `alt` describes pictures if the service does not. */
export function stepMediaOf(site: Site, media: StepMedia | null, alt: string, context: RenderContext): StepMediaView {
  if (media?.type === 'image') {
    const images = imagesOf({ media })
    const count = images.length
    const pictures: Picture[] = []
    const files: { name: string; href: string }[] = []
    for (const [at, image] of images.entries()) {
      const name = count > 1 ? site.words.say('step.picture', { title: alt, number: at + 1, count }) : alt
      const picture = pictureOf(site, image, name)
      const href = picture ? undefined : fileOf(site, image)
      if (picture) pictures.push(picture)
      else if (href) files.push({ name: `${name} (${undisplayed(href)})`, href })
    }
    return count === 0 ? { kind: 'none' } : { kind: 'pictures', pictures, files, missing: count - pictures.length - files.length }
  }
  if (media?.type === 'video') return { kind: 'video', video: videoView(site, media.data as Video, alt) }
  const embed = media?.type === 'embed' ? embedView(site, media.data as Embed, context) : undefined
  return embed ? { kind: 'embed', embed } : { kind: 'none' }
}

/** A video played from the site itself; without sources it is only a link to the original. */
export type VideoView = ReturnType<typeof videoView>

/** Cached encodings, MP4 first: it plays everywhere. */
export function videoView(site: Site, video: Video, title: string) {
  const encodings = [...video.encodings].sort((a, b) => Number(b.format.includes('mp4')) - Number(a.format.includes('mp4')))
  const sources = encodings.flatMap(({ url, mime }) => {
    const cached = mediaOf(site, url)
    return cached ? [{ src: cached.src, type: mime }] : []
  })
  return {
    title,
    poster: pictureOf(site, video.image?.image, ''),
    sources,
    /** Every encoding of the service, cached or not: `MP4 640×480`. */
    encodings: encodings.map(({ url, format, width, height }) => {
      const cached = mediaOf(site, url)
      const name = [format.toUpperCase(), width && height ? `${width}×${height}` : ''].filter(Boolean).join(' ')
      return { name, href: cached?.src ?? originalOf(site, url), leaving: !cached }
    }),
    width: video.width || 16,
    height: video.height || 9,
    /** `1:05`; '' if unknown. */
    length: clockOf(video.duration),
    original: originalOf(site, encodings[0]?.url ?? ''),
  }
}

/** An embed by the address of its frame or page; undefined if it has neither. */
export function embedView(site: Site, embed: Pick<Embed, 'html' | 'url' | 'title' | 'provider_name'>, context: RenderContext) {
  const framed = frameAddress(embed.html)
  const player = playerOf({ src: framed }, context) ?? playerOf({ src: embed.url }, context)
  const href = originalOf(site, embed.url) ?? player?.attributes.href ?? originalOf(site, framed)
  if (!href) return undefined
  const provider = embed.provider_name || new URL(href).host.replace(/^www\./, '')
  return {
    title: embed.title || site.words.say('media.videoOn', { provider }),
    /** The provider's display name. */
    provider,
    href,
    /** The address for an iframe, for known players only; a script may replace the link with it. */
    frame: player?.attributes['data-embed'],
  }
}

/** Documents of a guide or wiki (api-facts), without those that have no address. */
export async function documentViews(site: Site, documents: readonly Document[]): Promise<DocumentView[]> {
  const views = await Promise.all(documents.map((document) => documentView(site, document)))
  return views.filter((view) => view !== undefined)
}

/** A document to open or download. */
export type DocumentView = NonNullable<Awaited<ReturnType<typeof documentView>>>

async function documentView(site: Site, document: Document) {
  const cached = cachedMedia(site, document.download_url) ?? cachedMedia(site, document.url)
  const href = cached ? mediaAt(site, cached.file) : originalOf(site, document.url || document.download_url)
  if (!href) return undefined
  const bytes = cached ? await site.cache.mediaBytes(cached) : document.size
  const isOpened = !cached?.file.endsWith(`.${DOWNLOADED_ENDING}`)
  const named = document.document_extension || document.extension || document.filename
  const ending = ((isOpened && cached?.file) || named).split('.').at(-1) ?? ''
  return {
    title: document.title || document.text || document.filename || site.words.say('media.document'),
    href,
    /** The file name for a download, if a browser must not open it. */
    download: isOpened ? undefined : document.filename || `${document.title || document.documentid}.${ending || DOWNLOADED_ENDING}`,
    /** True if it is not cached and the link leads to the original site. */
    leaving: !cached,
    /** `PDF, 1.2 MB, 4 pages`, as far as known. */
    facts: [
      /^\w{1,5}$/.test(ending) ? ending.toUpperCase() : '',
      sizeWords(bytes, site.words.lang),
      howMany(site.words, 'count.pages', Math.max(0, document.pages)),
    ].filter(Boolean),
    date: momentOf(document.date, site.words.lang),
    picture: pictureOf(site, document.image, ''),
  }
}

/** `1.2 MB`; '' for 0 bytes. */
function sizeWords(bytes: number, lang: string): string {
  if (bytes <= 0) return ''
  const [unit, size] = bytes < 1e6 ? ['kilobyte', 1e3] : bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9]
  return roundUnitFormat(lang, unit).format(Math.max(1, bytes / size))
}

/** A step's first picture in its smallest size; undefined if the step has none. */
export function thumbnailOf(media: StepMediaView): Pick<Picture, 'src' | 'width' | 'height'> | undefined {
  const picture = media.kind === 'pictures' ? media.pictures[0] : media.kind === 'video' ? media.video.poster : undefined
  return picture && { ...picture, src: srcFor(picture, 0) }
}
