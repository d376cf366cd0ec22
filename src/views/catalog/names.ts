import type { WikiRef } from '../../model/ref.ts'
import { canonicalTitle } from '../../model/title.ts'
import type { CategoryEntry } from '../category/category-tree.ts'
import type { GuideEntry } from './guide-index.ts'
import type { Site } from '../site/site.ts'

/** A guide's title in the site's language, otherwise the source title. */
export const guideName = ({ titles }: Site, { guideid, title }: Pick<GuideEntry, 'guideid' | 'title'>): string =>
  titles.guides.get(guideid) ?? title

/** A guide's title from its record, otherwise from the list; a guide without a title is named by its id. */
export const titleOf = ({ catalog, words }: Site, { guideid, title }: { guideid: number; title: string }): string =>
  title || catalog.guides.get(guideid)?.title || words.say('guide.untitled', { id: String(guideid) })

/** The displayed name of a category. */
export const categoryName = (site: Site, { title, display_title }: Pick<CategoryEntry, 'title' | 'display_title'>): string =>
  wikiName(site, { namespace: 'CATEGORY', title }) ?? display_title

/** A wiki's title in the site's language; undefined if it is the source title. */
export const wikiName = ({ titles }: Site, { namespace, title }: Pick<WikiRef, 'namespace' | 'title'>): string | undefined =>
  titles.wikis.get(`${namespace}/${canonicalTitle(title)}`)
