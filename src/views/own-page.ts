import type { LocalPicture } from '../render/relink.ts'
import { type Html, markdownToHtml, toText } from '../render/to-html.ts'
import { HOME, ownPagePath, ownPictureUrl, withBase } from '../routes.ts'
import { describe, type PageHead } from './head.ts'
import { renderContext } from './links.ts'
import type { OwnText } from './own-pages.ts'
import type { Site } from './site.ts'

/** A page that the operator wrote, in the language of `site` or, where it has no text in that, in the source's. */
export interface OwnPageView {
  head: PageHead
  title: string
  html: Html
  /** The text's language, where it is another than the page's. */
  lang: string | undefined
}

/** The names of the pages. */
export const ownPageNames = (site: Site): string[] => [...site.ownPages.pages.keys()]

/** Links to all pages of the operator's own. */
export function ownPageLinks(site: Site): { title: string; href: string; lang: string | undefined }[] {
  return ownPageNames(site).map((name) => {
    const { text, lang } = textIn(site, name)
    return { title: text.title, href: withBase(site.base, ownPagePath(name)), lang }
  })
}

/** One such page. Links to other files of the folder lead to their pages; pictures beside it are shown. */
export async function ownPageView(site: Site, name: string): Promise<OwnPageView> {
  const { text, lang } = textIn(site, name)
  const context = await renderContext(site, [text.markdown])
  const html = markdownToHtml(text.markdown, {
    ...context,
    mediaOf: (url) => besideOf(site, url),
    original: (href) => (URL.canParse(href) ? href : ''),
  })
  const path = ownPagePath(name)
  return {
    head: {
      title: text.title,
      description: describe(toText(html)),
      path,
      written: [...(site.ownPages.pages.get(name)?.keys() ?? [])],
      crumbs: [
        { title: site.words.say('site.home'), href: withBase(site.base, HOME) },
        { title: text.title, lang },
      ],
    },
    title: text.title,
    html,
    lang,
  }
}

function textIn(site: Site, name: string): { text: OwnText; lang: string | undefined } {
  const texts = site.ownPages.pages.get(name)
  const own = texts?.get(site.lang)
  const text = own ?? texts?.get(site.sourceLang)
  if (!text) throw new Error(`There is no page "${name}" of the operator's own`)
  return { text, lang: own ? undefined : site.sourceLang }
}

/** What lies beside the page: `photo.jpg`, `imprint.md`, `./imprint.de.md`. */
function besideOf(site: Site, url: string): LocalPicture | undefined {
  const file = decodeURIComponent(url.replace(/^\.\//, ''))
  const picture = site.ownPages.pictures.get(file)
  if (picture) return { src: withBase(site.root, ownPictureUrl(file)), ...picture }
  const name = /^([a-z0-9-]+)(?:\.[a-z0-9-]+)?\.md$/.exec(file)?.[1] ?? ''
  return site.ownPages.pages.has(name) ? { src: withBase(site.base, ownPagePath(name)) } : undefined
}
