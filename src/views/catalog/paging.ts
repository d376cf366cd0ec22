import { listingPage, pageAt } from '../../routes.ts'
import type { Site } from '../site/site.ts'

/** Cards or rows on one page: no page grows without limit. */
export const PAGE_SIZE = 60

/** The position (from 0) of a page's first item; pages are counted from 1. */
export const pageStart = (page: number): number => (page - 1) * PAGE_SIZE

/** The items of one page of a longer listing. */
export function itemsOn<T>(all: readonly T[], page: number): T[] {
  return all.slice(pageStart(page), pageStart(page + 1))
}

/** On which page the item at a position (from 0) stands. */
export const pageWith = (position: number): number => Math.floor(position / PAGE_SIZE) + 1

/** How many pages a listing needs; an empty one has one. */
const pagesFor = (count: number): number => Math.max(1, Math.ceil(count / PAGE_SIZE))

/** The `[...page]` parameter of each page of a listing: absent for the first, then `page/2` and so on (see listingPage in routes.ts). */
export function pageParams(count: number): (string | undefined)[] {
  return Array.from({ length: pagesFor(count) }, (_, at) => (at === 0 ? undefined : `page/${at + 1}`))
}

/** The page's number out of its `[...page]` parameter. */
export const pageNumber = (param: string | undefined): number => Number(param?.slice('page/'.length) ?? 1)

/** The title of one page of a listing. */
export const pagedTitle = ({ words }: Site, title: string, page: number): string =>
  page > 1 ? words.say('page.paged', { title, page }) : title

/** The ways from one page of a listing to the others. */
export interface Pager {
  page: number
  previous: string | undefined
  next: string | undefined
  /** The first, the last and those around the page; number 0 is a gap. */
  numbers: { number: number; href: string }[]
}

/** `path` is that of the listing's first page, before the base; `count` that of all its items. */
export function pagerOf(site: Site, path: string, page: number, count: number): Pager {
  const pages = pagesFor(count)
  const hrefOf = (number: number): string => pageAt(site, listingPage(path, number))
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter((n) => n === 1 || n === pages || Math.abs(n - page) <= 2)
  const withGaps = shown.flatMap((number, at) => (number - (shown[at - 1] ?? 0) > 1 ? [0, number] : [number]))
  return {
    page,
    previous: page > 1 ? hrefOf(page - 1) : undefined,
    next: page < pages ? hrefOf(page + 1) : undefined,
    numbers: withGaps.map((number) => ({ number, href: hrefOf(number) })),
  }
}
