import { DomUtils } from 'htmlparser2'
import type { GuidePage } from './guide-page.ts'
import { lead, type LinkTargets, relink } from './links.ts'
import { dropAttributes, type Element, escaped, readMarkup, remove, textOf, withAttribute, withClass, withTag } from './markup.ts'
import { choosePictures, linkToThemselves, postersIn } from './pictures.ts'

/** What is useful on the site only: lists of other pages, buttons that load something. */
const LEFT_OUT = ['alike', 'tags', 'picture-facts', 'prerequisite']

/** The path of a media file, whatever its host. */
const MEDIUM = /\/media\/[0-9a-f]{2}\/[\w-]+\.\w+$/

/** Removes from a guide's article what is useless in a file, and selects the pictures to include. */
export function trimArticle({ article, url }: GuidePage, widthPx: number): void {
  for (const name of LEFT_OUT) remove(withClass(article, name))
  remove([...withTag(article, 'script'), ...withTag(article, 'template'), ...withAttribute(article, 'data-save')])
  choosePictures(article, url, widthPx)
}

/** The addresses of its pictures. */
export function picturesIn({ article, url }: GuidePage): string[] {
  const posters = postersIn(article).map(({ attribs }) => new URL(attribs.poster ?? '', url).href)
  const pictures = [...withTag(article, 'img').flatMap(({ attribs }) => attribs.src ?? []), ...posters]
  // Pages may show no others: the site's own, and its media, which may be on another host.
  return pictures
    .map((picture) => new URL(picture))
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
  relink(article, guide, targets)
  linkToThemselves(article, prefix)
}

/** A video is not included: its poster and its name link to the guide's page on the original site. */
function linkToVideo(video: Element, { url, original }: GuidePage, pictures: ReadonlyMap<string, string>): Element {
  const { poster, width, height } = video.attribs
  const source = poster && pictures.get(new URL(poster, url).href)
  const size = width && height ? ` width="${escaped(width)}" height="${escaped(height)}"` : ''
  const link = markup(
    `<a class="video-away">${source ? `<img src="${source}"${size} alt="">` : ''}<span>${escaped(textOf(withTag(video, 'a')[0]))}</span></a>`,
  )
  lead(link, original?.attribs.href)
  return link
}

function markup(html: string): Element {
  const [element] = DomUtils.findAll(() => true, readMarkup(html).children)
  if (!element) throw new TypeError('There is no element in this markup.')
  return element
}
