import { dropAttributes, type Element, hasClass, remove, withClass, withTag } from './markup.ts'

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  heic: 'image/heic',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
}
/** Of a screen with twice as many pixels. */
const PX_PER_REM = 32

/** The media type of a picture's file; undefined for a file that is none. */
export const pictureType = (url: string): string | undefined => TYPES[/\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '']

/**
 * Decides for each picture which of its sizes to show: as wide as wanted, or as its place needs where that is a small one. Gives it a whole address. A
 * thumbnail in the table of steps that would be there twice is left out.
 */
export function choosePictures(article: Element, pageUrl: string, widthPx: number): void {
  for (const image of withTag(article, 'img')) {
    const { src = '', srcset = '', sizes = '' } = image.attribs
    const rem = /^([\d.]+)rem$/.exec(sizes)?.[1]
    const wanted = rem ? Math.min(widthPx, Number(rem) * PX_PER_REM) : widthPx
    image.attribs.src = new URL(variantFor(srcset, wanted) ?? src, pageUrl).href
    dropAttributes(image, ['srcset', 'sizes', 'loading', 'fetchpriority'])
  }
  const shown = new Set(withClass(article, 'step-picture').flatMap((link) => withTag(link, 'img').map(({ attribs }) => attribs.src)))
  for (const nav of withClass(article, 'step-nav')) remove(withTag(nav, 'img').filter(({ attribs }) => shown.has(attribs.src)))
}

/** The narrowest that is wide enough; the widest where none is. */
function variantFor(srcset: string, widthPx: number): string | undefined {
  const variants = srcset.split(', ').flatMap((variant) => {
    const [src, width] = variant.split(' ')
    return width ? [{ src, width: Number.parseInt(width, 10) }] : []
  })
  variants.sort((a, b) => a.width - b.width)
  return (variants.find(({ width }) => width >= widthPx) ?? variants.at(-1))?.src
}

/** What a film looks like before it plays. */
export const postersIn = (article: Element): Element[] => withTag(article, 'video').filter(({ attribs }) => attribs.poster)

/** The link around a picture leads to the picture itself: there is no larger one. */
export function linkToThemselves(article: Element, prefix: string): void {
  let count = 0
  for (const link of withTag(article, 'a').filter((element) => hasClass(element, 'step-picture'))) {
    const [image] = withTag(link, 'img')
    if (!image) continue
    image.attribs.id = `${prefix}-picture-${++count}`
    link.attribs.href = `#${image.attribs.id}`
  }
}
