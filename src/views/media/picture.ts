import { addressFrom, fileAt, mediaUrl } from '../../routes.ts'
import { type Image, IMAGE_SIZE_NAMES, undisplayed } from '../../model/media.ts'
import type { CachedMedia } from '../../cache/reader.ts'
import type { Step } from '../../model/guide.ts'
import type { Site } from '../site/site.ts'

/** A picture in all cached sizes. */
export interface Picture {
  src: string
  srcset: string
  /** Pixels of the largest size; absent if unknown. */
  width?: number
  height?: number
  alt: string
  /** The largest size. */
  full: string
}

type Variant = Pick<Picture, 'src' | 'width' | 'height'>

/** The width for browsers without `srcset` support, in pixels. */
const PLAIN_WIDTH = 592

/** The address of a cached media file: on the site, or on the separate media host. */
export const mediaAt = (site: Site, file: string): string =>
  site.config.mediaBase === '' ? fileAt(site, mediaUrl(file)) : site.config.mediaBase + file

/** Looks up a media file by the URL in a record. */
export function mediaOf(site: Site, url: string): Variant | undefined {
  const cached = cachedMedia(site, url)
  if (!cached) return undefined
  const { file, width, height } = cached
  return { src: mediaAt(site, file), ...(width && height && boundedSize(width, height)) }
}

/** {@link mediaOf} for formats that browsers show. */
function shownMedia(site: Site, url: string): Variant | undefined {
  const variant = mediaOf(site, url)
  return variant && !undisplayed(variant.src) ? variant : undefined
}

/** More than any screen: a file header can claim any number. */
const MAX_SIDE_PX = 32_767

/** A size with the same aspect ratio, within the limit. */
export function boundedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The cached file of a media URL: looked up as written, or, if relative or on one of the service's origins, by any of its origins. */
export function cachedMedia({ cache }: Site, url: string): CachedMedia | undefined {
  const asWritten = url ? cache.media(url) : undefined
  if (asWritten || !url) return asWritten
  const { origins } = cache.manifest
  const given = URL.parse(url, origins[0])
  if (!given) return undefined
  if (!origins.includes(given.origin)) return url.startsWith('//') ? cache.media(given.href) : undefined
  return origins.map((address) => cache.media(`${address}${given.pathname}${given.search}`)).find((media) => media !== undefined)
}

/** An image with its cached sizes; undefined if none is cached that browsers show. Sizes with another aspect ratio are left out. */
export function pictureOf(site: Site, image: Image | null | undefined, alt: string): Picture | undefined {
  if (!image) return undefined
  const inSizes = IMAGE_SIZE_NAMES.map((name) => shownMedia(site, image[name] ?? ''))
  const variants = inSizes.filter((variant) => variant !== undefined).sort((a, b) => (a.width ?? 0) - (b.width ?? 0))
  const largest = variants.at(-1)
  if (!largest) return undefined
  const ofShape = variants.filter((variant, at) => sameShape(variant, largest) && variant.width !== variants[at - 1]?.width)
  const same = withoutCloseUps(ofShape, inSizes.slice(0, CLOSE_UPS_FROM))
  const plain = same.find(({ width = 0 }) => width >= PLAIN_WIDTH) ?? same.at(-1) ?? largest
  const srcset = same.length > 1 ? same.map(({ src, width }) => `${src} ${width}w`).join(', ') : ''
  return { ...largest, src: plain.src, srcset, alt, full: largest.src }
}

/** Sizes from here on are for zooming: offering them in `srcset` would multiply the page weight on high-density screens. */
const CLOSE_UPS_FROM = IMAGE_SIZE_NAMES.indexOf('huge')

/** The variants loaded by the page itself: the files of its sizes, under any name; all variants if it has none of them. */
function withoutCloseUps(variants: readonly Variant[], ofPages: readonly (Variant | undefined)[]): readonly Variant[] {
  const shown = variants.filter(({ src }) => ofPages.some((other) => other?.src === src))
  return shown.length > 0 ? shown : variants
}

/** The smallest size that is at least so wide, in pixels; otherwise the one for browsers without `srcset`. */
export function srcFor({ src, srcset }: Picture, width: number): string {
  const sizes = srcset.split(', ').map((size) => size.split(' ') as [src: string, width?: string])
  return sizes.find(([, sizeWidth]) => Number.parseInt(sizeWidth ?? '') >= width)?.[0] ?? src
}

/** A picture in a question's answer, with the page's addresses. */
export function pictureFrom(site: Site, picture: Picture): Picture {
  const named = (src: string): string => addressFrom(site, src)
  const srcset = picture.srcset.split(', ').map(named).join(', ')
  return { ...picture, src: named(picture.src), srcset, full: named(picture.full) }
}

function sameShape(variant: Variant, largest: Variant): boolean {
  if (!variant.width || !variant.height || !largest.width || !largest.height) return variant === largest
  return Math.abs(variant.width / variant.height / (largest.width / largest.height) - 1) < 0.03
}

/** A picture that the service names by URL only. */
export function pictureAt(site: Site, url: string, alt: string): Picture | undefined {
  const variant = shownMedia(site, url)
  return variant && { ...variant, srcset: '', alt, full: variant.src }
}

/** The images of a step. */
export const imagesOf = ({ media }: Pick<Step, 'media'>): Image[] => (media?.type === 'image' ? (media.data as Image[]) : [])

/** The file of an image of which no size that browsers show is cached. */
export const fileOf = (site: Site, image: Image): string | undefined =>
  IMAGE_SIZE_NAMES.map((name) => mediaOf(site, image[name] ?? '')?.src).findLast((src) => src !== undefined)
