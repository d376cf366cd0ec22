import { type Element, readMarkup, textOf, withAttribute, withClass, withTag } from './markup.ts'

/** A guide, as its page of the site has it. */
export interface GuidePage {
  /** The address of its page. */
  url: string
  /** What the ids of the file's elements begin with: each page has a step 1. */
  prefix: string
  title: string
  lang: string
  dir: string
  article: Element
  /** Where the guide stands on the original site, as a link. */
  original: Element | undefined
  /** Shows a picture large. */
  zoom: Element | undefined
  /** What the site says at the foot of each page. */
  footer: Element | undefined
  siteName: string
  /** The addresses of the guides to do first. */
  before: string[]
  /** What the site says in a file of its own; see SaveFile.astro. */
  words: { copy: string; contents: string }
}

/** Reads the page of a guide; undefined for any other page, and for one that says it cannot be shown. */
export function readGuidePage(html: string, url: string): GuidePage | undefined {
  const page = readMarkup(html)
  const article = withClass(page, 'guide').find(({ name }) => name === 'article')
  const [said] = article ? withAttribute(article, 'data-save') : []
  if (!article || !said) return undefined
  const [root] = withTag(page, 'html')
  const { lang = '', dir = '' } = root?.attribs ?? {}
  return {
    url,
    prefix: `g${new URL(url).pathname.split('/').at(-2) ?? ''}`,
    title: textOf(withTag(article, 'h1')[0]),
    lang,
    dir,
    article,
    original: originalIn(page),
    footer: withClass(page, 'site-footer')[0],
    zoom: withAttribute(page, 'data-zoom')[0],
    siteName: textOf(withClass(page, 'site-name')[0]).trim(),
    before: withAttribute(article, 'data-prerequisite').map(({ attribs }) => new URL(attribs['data-prerequisite'] ?? '', url).href),
    words: { copy: said.attribs['data-copy'] ?? '', contents: said.attribs['data-contents'] ?? '' },
  }
}

/** The style sheets of a page, as it names them. */
export const stylesOf = (html: string): string[] =>
  withTag(readMarkup(html), 'link').flatMap(({ attribs }) => (attribs.rel === 'stylesheet' ? (attribs.href ?? []) : []))

/** Where the content of a page stands on the original site; undefined for a page that it does not have. */
export const originalAddress = (html: string): string | undefined => originalIn(readMarkup(html))?.attribs.href

function originalIn(page: ReturnType<typeof readMarkup>): Element | undefined {
  const [item] = withAttribute(page, 'data-original')
  return item && withTag(item, 'a')[0]
}
