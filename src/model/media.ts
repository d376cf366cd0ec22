import { z } from 'zod'
import { bool, dictionary, int, list, maybe, text, timestamp } from './php.ts'

/** The size variants of an image by width in pixels, ascending (api-facts, Media). */
export const IMAGE_SIZES = { mini: 56, thumbnail: 96, standard: 300, medium: 592, large: 800, huge: 1600, original: Infinity } as const
export type ImageSize = keyof typeof IMAGE_SIZES
export const IMAGE_SIZE_NAMES = Object.keys(IMAGE_SIZES) as ImageSize[]

/** The format of a file that browsers do not show as a picture, by extension: a page links to it. */
export const undisplayed = (file: string): string | undefined => /\.(tiff?|hei[cf])$/i.exec(file)?.[1]?.toUpperCase()

const url = text.optional()
/** Image object, section 2.2. Variants can be absent. */
export const imageSchema = z.looseObject({
  id: int.optional(),
  guid: text.optional(),
  ...(Object.fromEntries(IMAGE_SIZE_NAMES.map((size) => [size, url])) as Record<ImageSize, typeof url>),
})
export type Image = z.infer<typeof imageSchema>

/** The URLs to try for a size, best first: itself, larger ones ascending, smaller ones descending, and the original, which can be huge. */
export function urlsForSize(image: Image, wanted: ImageSize): string[] {
  const scaled = IMAGE_SIZE_NAMES.slice(0, -1)
  const at = scaled.indexOf(wanted)
  const order: ImageSize[] =
    at < 0 ? ['original', ...scaled.reverse()] : [...scaled.slice(at), ...scaled.slice(0, at).reverse(), 'original']
  return [...new Set(order.map((name) => image[name]).filter((got): got is string => !!got))]
}

/** A size for zooming; most services have at least the original. */
export type ZoomSize = 'none' | 'huge' | 'original'

/** The URLs to try for zooming, best first, with smaller sizes as fallbacks. Empty if none is larger than what pages show. */
export function urlsForZoom(image: Image, wanted: ZoomSize): string[] {
  const larger = wanted === 'none' ? [] : wanted === 'huge' ? [image.huge, image.original] : [image.original, image.huge]
  const there = larger.filter((url): url is string => !!url)
  return there.length > 0 ? [...new Set([...there, ...urlsForSize(image, 'large')])] : []
}

/** By the size name in an address, those of section 2.2 in addition to the usual ones: its width in pixels. */
const WIDTHS: Record<string, number> = { ...IMAGE_SIZES, '140x105': 140, '200x150': 200, '300x225': 300, '440x330': 440, full: Infinity }
const BY_WIDTH = Object.keys(WIDTHS).sort((a, b) => (WIDTHS[a] ?? 0) - (WIDTHS[b] ?? 0))
/** The last word of an address that is a size name. */
const SIZE = new RegExp(`^(.*[^a-z0-9])(${BY_WIDTH.join('|')})(?![a-z0-9])(.*)$`, 'i')

/** The possible addresses of a picture in other sizes, nearest first, larger ones before smaller ones. The original may have no size name. */
export function otherSizes(url: string): string[] {
  const [, stem = `${url}.`, name = '', rest = ''] = SIZE.exec(url) ?? []
  const width = WIDTHS[name.toLowerCase()] ?? Infinity
  const larger = BY_WIDTH.filter((other) => WIDTHS[other] !== Infinity && (WIDTHS[other] ?? 0) >= width)
  const smaller = BY_WIDTH.filter((other) => (WIDTHS[other] ?? 0) < width).reverse()
  const sized = [...larger, ...smaller, 'original', 'full'].filter((other) => other !== name).map((other) => `${stem}${other}${rest}`)
  return name === '' ? sized : [...sized, `${stem.slice(0, -1)}${rest}`]
}

/** Image detail, section 2.12. */
export const imageDetailSchema = z.looseObject({
  image: maybe(imageSchema),
  width: int,
  height: int,
  ratio: text,
  exif: dictionary(z.unknown()),
})

/** One encoding of a video, section 2.13. */
export const encodingSchema = z.looseObject({ url: text, mime: text, format: text, width: int, height: int, codecs: text })
export type Encoding = z.infer<typeof encodingSchema>

/** Video detail, section 2.13; also the `data` of a step's media of type `video`. `duration` is in milliseconds. */
export const videoSchema = z.looseObject({
  videoid: int,
  filename: text,
  duration: int,
  width: int,
  height: int,
  image: maybe(z.looseObject({ image: maybe(imageSchema) })),
  encodings: list(encodingSchema),
})
export type Video = z.infer<typeof videoSchema>

/** The `data` of a step's media of type `embed` (api-facts, Steps). */
export const embedSchema = z.looseObject({ html: text, url: text, width: int, height: int, title: text, provider_name: text })
export type Embed = z.infer<typeof embedSchema>

/** A document of a guide or wiki (api-facts, Guide and Wiki). */
export const documentSchema = z.looseObject({
  documentid: int,
  guid: text,
  text,
  title: text,
  filename: text,
  url: text,
  download_url: text,
  date: timestamp,
  pages: int,
  size: int,
  extension: text,
  document_extension: text,
  image: maybe(imageSchema),
})
export type Document = z.infer<typeof documentSchema>

/** A tool or part of a guide (api-facts, Guide). `url` may be relative. */
export const productSchema = z.looseObject({
  type: text,
  quantity: int,
  text,
  notes: text,
  url: text,
  thumbnail: text,
  isoptional: bool,
  featured: bool,
})
export type Product = z.infer<typeof productSchema>
