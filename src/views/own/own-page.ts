import { decodeLeniently } from '../../render/anchors.ts'
import type { LocalPicture } from '../../render/relink.ts'
import { markdownToHtml, toText } from '../../render/to-html.ts'
import { addressFrom, fileAt, HOME, ownPagePath, ownPictureUrl, pageAt, withBase } from '../../routes.ts'
import { describe, type PageHead } from '../site/head.ts'
import { foreignLang, untranslatedNote } from '../site/lang.ts'
import { hrefOf, renderContext, sourceLink } from '../site/links.ts'
import type { OwnText } from './own-pages.ts'
import type { Site } from '../site/site.ts'

/** The names of the pages. */
export const ownPageNames = (site: Site): string[] => [...site.ownPages.pages.keys()]

/** Links to all of the operator's pages. */
export function ownPageLinks(site: Site): { title: string; href: string; lang: string | undefined }[] {
  return ownPageNames(site).map((name) => {
    const { text, written } = textIn(site, name)
    return { title: text.title, href: pageAt(site, ownPagePath(name)), lang: foreignLang(site, written) }
  })
}

/** One of the operator's pages. Links to other files of the folder become links to their pages; pictures in the folder are shown. */
export async function ownPageView(site: Site, name: string) {
  const { text, written } = textIn(site, name)
  const lang = foreignLang(site, written)
  const context = await renderContext(site, [text.markdown])
  const html = markdownToHtml(text.markdown, {
    ...context,
    mediaOf: (url) => besideOf(site, url) ?? onSite(site, url),
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
        { title: site.words.say('site.home'), href: pageAt(site, HOME) },
        { title: text.title, lang },
      ],
    } satisfies PageHead,
    title: text.title,
    html,
    /** The text's language if it differs from the page's. */
    lang,
    /** The note that the text is not in the page's language; '' if it is. */
    untranslated: untranslatedNote(site, written),
  }
}

/** `written` is the language of the text. */
function textIn(site: Site, name: string): { text: OwnText; written: string } {
  const texts = site.ownPages.pages.get(name)
  const own = texts?.get(site.lang)
  const text = own ?? texts?.get(site.sourceLang)
  if (!text) throw new Error(`There is no page "${name}" of the operator's own`)
  return { text, written: own ? site.lang : site.sourceLang }
}

/** A picture or page in the same folder: `photo.jpg`, `imprint.md`, `./imprint.de.md`. */
function besideOf(site: Site, url: string): LocalPicture | undefined {
  const file = decodeLeniently(url.replace(/^\.\//, ''))
  const picture = site.ownPages.pictures.get(file)
  if (picture) return { src: fileAt(site, ownPictureUrl(file)), ...picture }
  const name = /^([a-z0-9-]+)(?:\.[a-z0-9-]+)?\.md$/.exec(file)?.[1] ?? ''
  return site.ownPages.pages.has(name) ? { src: pageAt(site, ownPagePath(name)) } : undefined
}

/** An address that readers see, absolute or from the host's root. A record's must be on the site; others are left to the check. */
function onSite(site: Site, url: string): LocalPicture | undefined {
  const home = site.config.site || 'http://site.invalid'
  const given = /^(?:\/|https?:)/.test(url) ? URL.parse(url, home) : null
  const root = withBase(site.root, '/')
  if (given?.origin !== new URL(home).origin || !given.pathname.startsWith(root)) return undefined
  const ref = sourceLink(site, given.pathname.slice(root.length - 1))?.ref
  const src = ref ? ref.kind !== 'document' && hrefOf(site, ref) : addressFrom(site, given.pathname + given.search + given.hash)
  return src ? { src } : undefined
}
