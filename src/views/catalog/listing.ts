import type { Card } from './card.ts'
import type { PageHead } from '../site/head.ts'
import type { Pager } from './paging.ts'

/** A page that consists of one listing of cards. */
export interface ListingView {
  head: PageHead
  title: string
  /** One sentence under the title. */
  lead: string
  cards: Card[]
  pager: Pager
  /** The same list as a search, if possible. */
  search?: string
}
