import { addressFrom, pathOf, withBase } from '../../routes.ts'
import { foreignLang } from '../site/lang.ts'
import type { Site } from '../site/site.ts'
import { typeWord } from '../site/words.ts'
import { question } from '../trace/tracked-site.ts'
import type { GuideEntry } from './guide-index.ts'
import { categoryName, guideName, titleOf } from './names.ts'

/** A guide in a list of names; no record is read for it. */
export type GuideLink = ReturnType<typeof guideLink>

/** With an absolute path, as in answers to questions. */
export function guideLink(site: Site, entry: GuideEntry) {
  const category = site.catalog.categories.get(entry.category)
  return {
    title: titleOf(site, { ...entry, title: guideName(site, entry) }),
    /** The title's language if it differs from the page's. */
    lang: foreignLang(site, entry.langs.includes(site.lang) ? site.lang : entry.lang),
    href: withBase(site.base, pathOf({ kind: 'guide', guideid: entry.guideid })),
    /** Its type and category. */
    facts: [typeWord(site.words, entry.type), category ? categoryName(site, category) : entry.category].filter(Boolean),
  }
}

const linkOfGuide = question('link of guide', (site: Site, guideid: number): GuideLink | undefined => {
  const entry = site.catalog.guides.get(guideid)
  return entry && guideLink(site, entry)
})

/** Links to guides in the given order, without those that the site lacks. */
export const guideLinks = (site: Site, guideids: readonly number[]): GuideLink[] =>
  guideids.flatMap((guideid) => linkOfGuide(site, guideid) ?? []).map((link) => ({ ...link, href: addressFrom(site, link.href) }))
