import { hasPage } from '../catalog/catalog.ts'
import { guideKey, wikiKey } from '../site/links.ts'
import { wikiName } from '../catalog/names.ts'
import type { PageRef } from '../../routes.ts'
import type { Site } from '../site/site.ts'

export const isSource = ({ lang, sourceLang }: Site): boolean => lang === sourceLang

/**
 * True if the page is in the index of its language: the text or, for a category, the title is translated. A language that omits
 * untranslated content searches only its own index, which contains all its pages.
 */
export function isOwn(site: Site, ref: PageRef): boolean {
  if (isSource(site)) return true
  if (site.config.fallback === 'hide') return hasPage(site.catalog, ref)
  if (ref.kind === 'guide') return guideKey(site, ref.guideid).lang !== undefined
  return ref.kind === 'wiki' && (wikiKey(site, ref).lang !== undefined || wikiName(site, ref) !== undefined)
}

/** The other languages whose indexes contain the page. */
export async function languagesOwning(site: Site, ref: PageRef): Promise<string[]> {
  const others = await Promise.all(site.languages.slice(1).map((lang) => site.in(lang)))
  return others.filter((other) => isOwn(other, ref)).map(({ lang }) => lang)
}
