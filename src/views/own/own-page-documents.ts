import { toText } from '../../render/to-html.ts'
import { ownPagePath } from '../../routes.ts'
import type { SearchDocument } from '../../search/document.ts'
import { ownPageView } from './own-page.ts'
import { isSource } from '../search/search-languages.ts'
import type { Site } from '../site/site.ts'

/** The operator's pages in the search index, by name: all in the source language; in other languages those written in it. */
export function ownPagesFound(site: Site): string[] {
  // A language that omits untranslated content searches only its own index, but still shows these pages.
  const isFound = (texts: ReadonlyMap<string, unknown>) => isSource(site) || texts.has(site.lang) || site.config.fallback === 'hide'
  return [...site.ownPages.pages].flatMap(([name, texts]) => (isFound(texts) ? name : []))
}

export async function ownPageDocument(site: Site, name: string): Promise<SearchDocument> {
  const { title, html } = await ownPageView(site, name)
  const texts = site.ownPages.pages.get(name)
  return {
    path: ownPagePath(name),
    title,
    lang: site.lang,
    isTranslation: !isSource(site),
    translatedInto: isSource(site) ? site.languages.slice(1).filter((lang) => texts?.has(lang)) : [],
    breadcrumb: '',
    image: '',
    modified: 0,
    filters: { kind: 'page', category: [], tag: [] },
    lead: '',
    text: toText(html),
    sections: [],
    rank: 2,
  }
}
