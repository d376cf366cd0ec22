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
/** For a screen with a device pixel ratio of two. */
const PX_PER_REM = 32

/** The media type of a picture file; undefined for other files. */
export const pictureType = (url: string): string | undefined => TYPES[/\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '']

/**
 * Selects a size for each picture: the target width, or what its place needs if that is less. Makes its address absolute. A duplicate
 * thumbnail in the table of steps is removed.
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

/** The narrowest that is wide enough; the widest if none is. */
function variantFor(srcset: string, widthPx: number): string | undefined {
  const variants = srcset.split(', ').flatMap((variant) => {
    const [src, width] = variant.split(' ')
    return width ? [{ src, width: Number.parseInt(width, 10) }] : []
  })
  variants.sort((a, b) => a.width - b.width)
  return (variants.find(({ width }) => width >= widthPx) ?? variants.at(-1))?.src
}

/** The posters of videos. */
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
