import { DomUtils } from 'htmlparser2'
import type { GuidePage } from './guide-page.ts'
import { lead, type LinkTargets, relink } from './links.ts'
import { dropAttributes, type Element, escaped, readMarkup, remove, textOf, withAttribute, withClass, withTag } from './markup.ts'

/** What is useful on the site only: lists of other pages, buttons that load something. */
const LEFT_OUT = ['alike', 'tags', 'picture-facts', 'prerequisite']

/** The path of a media file, whatever its host. */
const MEDIUM = /\/media\/[0-9a-f]{2}\/[\w-]+\.\w+$/

const PICTURE = /\.(avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)$/i
/** The media types that are not called like the extension. */
const TYPES: Readonly<Record<string, string>> = { ico: 'x-icon', jpg: 'jpeg', svg: 'svg+xml', tif: 'tiff' }
/** For a screen with a device pixel ratio of two. */
const PX_PER_REM = 32

/** The media type of a picture file; undefined for other files. */
export function pictureType(url: string): string | undefined {
  const extension = PICTURE.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  return extension && `image/${TYPES[extension] ?? extension}`
}

/** Removes from a guide's article what is useless in a file, and selects the pictures to include. */
export function trimArticle({ article, url }: GuidePage, widthPx: number): void {
  for (const name of LEFT_OUT) remove(withClass(article, name))
  remove([
    ...withTag(article, 'script'),
    ...withTag(article, 'template'),
    ...withAttribute(article, 'data-online'),
    ...withAttribute(article, 'data-page'),
  ])
  choosePictures(article, url, widthPx)
}

/** The addresses of its pictures. */
export function picturesIn({ article, url }: GuidePage): string[] {
  const images = withTag(article, 'img').flatMap(({ attribs }) => attribs.src ?? [])
  const posters = withTag(article, 'video').flatMap(({ attribs }) => attribs.poster || [])
  // Pages may show no others: the site's own, and its media, which may be on another host.
  return [...images, ...posters]
    .map((picture) => new URL(picture, url))
    .flatMap(({ origin, pathname, href }) => (origin === new URL(url).origin || MEDIUM.test(pathname) ? href : []))
}

/** Inserts pictures into a trimmed article, links in place of videos, and links that work in the file. */
export function finishArticle(guide: GuidePage, pictures: ReadonlyMap<string, string>, targets: LinkTargets): void {
  const { article, prefix } = guide
  for (const image of withTag(article, 'img')) {
    const source = pictures.get(image.attribs.src ?? '')
    if (source) image.attribs.src = source
    else dropAttributes(image, ['src'])
  }
  for (const video of withTag(article, 'video')) DomUtils.replaceElement(video, linkToVideo(video, guide, pictures))
  // Players of other sites are not included.
  for (const embed of withAttribute(article, 'data-embed')) lead(embed, embed.attribs.href)
  relink(guide, targets)
  linkToThemselves(article, prefix)
}

/** A video is not included: its poster and its name link to the guide's page on the original site. */
function linkToVideo(video: Element, { url, original }: GuidePage, pictures: ReadonlyMap<string, string>): Element {
  const { poster, width, height } = video.attribs
  const source = poster && pictures.get(new URL(poster, url).href)
  const size = width && height ? ` width="${escaped(width)}" height="${escaped(height)}"` : ''
  const picture = source ? `<img src="${source}"${size} alt="">` : ''
  const [link] = withTag(readMarkup(`<a class="video-away">${picture}<span>${escaped(textOf(withTag(video, 'a')[0]))}</span></a>`), 'a')
  if (!link) throw new TypeError('There is no link in this markup.')
  lead(link, original?.attribs.href)
  return link
}

/**
 * Selects a size for each picture: the target width, or what its place needs if that is less. Makes its address absolute. A duplicate
 * thumbnail in the table of steps is removed.
 */
function choosePictures(article: Element, pageUrl: string, widthPx: number): void {
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

/** The link around a picture leads to the picture itself: there is no larger one. */
function linkToThemselves(article: Element, prefix: string): void {
  let count = 0
  for (const link of withClass(article, 'step-picture')) {
    const [image] = withTag(link, 'img')
    if (!image) continue
    image.attribs.id = `${prefix}-picture-${++count}`
    link.attribs.href = `#${image.attribs.id}`
  }
}
