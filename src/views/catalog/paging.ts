import { listingPage, pageAt } from '../../routes.ts'
import type { Site } from '../site/site.ts'
import type { Card } from './card.ts'
import type { PageHead } from '../site/head.ts'

/** Cards or rows per page: no page grows without limit. */
export const PAGE_SIZE = 60

/** The position (from 0) of a page's first item; pages start at 1. */
const pageStart = (page: number): number => (page - 1) * PAGE_SIZE

/** The items on one page of a listing. */
export function itemsOn<T>(all: readonly T[], page: number): T[] {
  return all.slice(pageStart(page), pageStart(page + 1))
}

/** The page that contains the item at a position (from 0). */
const pageWith = (position: number): number => Math.floor(position / PAGE_SIZE) + 1

/** The number of pages of a listing; at least one. */
const pagesFor = (count: number): number => Math.max(1, Math.ceil(count / PAGE_SIZE))

/** The `[...page]` parameter of each page of a listing: absent for the first, then `page/2` and so on (see listingPage in routes.ts). */
export function pageParams(count: number): (string | undefined)[] {
  return Array.from({ length: pagesFor(count) }, (_, at) => (at === 0 ? undefined : `page/${at + 1}`))
}

/** The page number in a `[...page]` parameter. */
export const pageNumber = (param: string | undefined): number => Number(param?.slice('page/'.length) ?? 1)

/** The title of one page of a listing. */
export const pagedTitle = ({ words }: Site, title: string, page: number): string =>
  page > 1 ? words.say('page.paged', { title, page }) : title

/** Links between the pages of a listing. */
export type Pager = ReturnType<typeof pagerOf>

/** `path` is the path of the listing's first page without the base; `count` is the number of all items. */
export function pagerOf(site: Site, path: string, page: number, count: number) {
  const pages = pagesFor(count)
  const hrefOf = (number: number): string => pageAt(site, listingPage(path, number))
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter((n) => n === 1 || n === pages || Math.abs(n - page) <= 2)
  const withGaps = shown.flatMap((number, at) => (number - (shown[at - 1] ?? 0) > 1 ? [0, number] : [number]))
  return {
    page,
    previous: page > 1 ? hrefOf(page - 1) : undefined,
    next: page < pages ? hrefOf(page + 1) : undefined,
    /** The first, the last and those around the current page; 0 is a gap. */
    numbers: withGaps.map((number) => ({ number, href: hrefOf(number) })),
  }
}

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

/** Groups of a listing that is divided into pages: where each starts, and the parts of those on one page. */
export function groupsOn<Group extends { id: string; heading: string; entries: readonly unknown[] }>(
  site: Site,
  path: string,
  page: number,
  groups: readonly Group[],
) {
  let count = 0
  const placed = groups.map((group) => ({ group, start: (count += group.entries.length) - group.entries.length }))
  const parts = placed.map(({ group, start }) => ({
    ...group,
    count: group.entries.length,
    entries: group.entries.slice(
      Math.max(0, pageStart(page) - start),
      Math.max(0, pageStart(page + 1) - start),
    ) as Group['entries'][number][],
    /** True if the group started on a previous page. */
    continued: start < pageStart(page),
  }))
  return {
    count,
    /** The groups of all pages, with links to where they start. */
    contents: placed.map(({ group: { id, heading, entries }, start }) => ({
      heading,
      count: entries.length,
      href: `${pageAt(site, listingPage(path, pageWith(start)))}#${id}`,
    })),
    parts: parts.filter(({ entries }) => entries.length > 0),
    pager: pagerOf(site, path, page, count),
  }
}
