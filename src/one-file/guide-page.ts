import { type Element, readMarkup, textOf, withAttribute, withClass, withTag } from './markup.ts'

/** A guide as read from its page on the site. */
export type GuidePage = NonNullable<ReturnType<typeof readGuidePage>>

/** Parses a guide's page; undefined for any other page. */
export function readGuidePage(html: string, url: string) {
  const page = readMarkup(html)
  const article = withClass(page, 'guide').find(({ name }) => name === 'article')
  if (!article) return undefined
  const [said] = withAttribute(article, 'data-save')
  const [root] = withTag(page, 'html')
  const { lang = '', dir = '' } = root?.attribs ?? {}
  return {
    url,
    /** The prefix of its element ids in the file: each page has a step 1. */
    prefix: `g${new URL(url).pathname.split('/').at(-2) ?? ''}`,
    title: textOf(withTag(article, 'h1')[0]),
    lang,
    dir,
    article,
    /** The link to the guide on the original site. */
    original: originalIn(page),
    footer: withClass(page, 'site-footer')[0],
    /** The dialog that zooms a picture. */
    zoom: withAttribute(page, 'data-zoom')[0],
    siteName: textOf(withClass(page, 'site-name')[0]).trim(),
    /** The addresses of the prerequisites. */
    before: withAttribute(article, 'data-prerequisite').flatMap(
      ({ attribs }) => pageAddress(attribs['data-prerequisite'] ?? '', url) ?? [],
    ),
    /** The site's texts for a single file; see GuideActions.astro. Empty on a site for use from disk. */
    words: { copy: said?.attribs['data-copy'] ?? '', contents: said?.attribs['data-contents'] ?? '' },
  }
}

/** The address of the site's page that a link leads to, without a fragment and `index.html`; undefined for any other link. */
export function pageAddress(href: string, pageUrl: string): string | undefined {
  const url = URL.parse(href, pageUrl)
  // Page addresses end with a slash, on a site for use from disk with index.html; anything else is a file.
  const [, path] = /^(.*\/)(?:index\.html)?$/.exec(url?.pathname ?? '') ?? []
  return url && path !== undefined && url.origin === new URL(pageUrl).origin ? url.origin + path + url.search : undefined
}

/** The style sheets of a page, as referenced there. */
export const stylesOf = (html: string): string[] =>
  withTag(readMarkup(html), 'link').flatMap(({ attribs }) => (attribs.rel === 'stylesheet' ? (attribs.href ?? []) : []))

/** The address of a page's content on the original site; undefined if it has none. */
export const originalAddress = (html: string): string | undefined => originalIn(readMarkup(html))?.attribs.href

function originalIn(page: ReturnType<typeof readMarkup>): Element | undefined {
  const [item] = withAttribute(page, 'data-original')
  return item && withTag(item, 'a')[0]
}
