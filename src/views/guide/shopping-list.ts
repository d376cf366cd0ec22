import { pageAt, SHOPPING } from '../../routes.ts'
import type { PageHead } from '../site/head.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/question.ts'

/** How a guide is put on the list of what to get. */
export interface ListingOfNeeds {
  guideid: number
  /** The page of the list. */
  href: string
}

/** True where guides say what they need. */
export const hasNeeds = question('has needs', ({ catalog }: Site): boolean => catalog.items.size > 0)

/** The address of the page that shows what several guides need; undefined where none needs anything. */
export const shoppingAt = (site: Site): string | undefined => (hasNeeds(site) ? pageAt(site, SHOPPING) : undefined)

export function listingOfNeeds(site: Site, guideid: number): ListingOfNeeds | undefined {
  const href = shoppingAt(site)
  return href === undefined ? undefined : { guideid, href }
}

/** What is on the page, a device alone knows: search engines find nothing there. */
export function shoppingHead({ words }: Site): PageHead {
  return { title: words.say('shopping.title'), description: words.say('shopping.lead'), path: SHOPPING, isEmpty: true }
}
