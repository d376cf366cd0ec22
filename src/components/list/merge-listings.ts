import { loadPage } from '../../trusted/pages.ts'
import { pageAt } from '../../trusted/place.ts'

/** Pages loaded concurrently. */
const AT_ONCE = 4
const LISTS = '.cards, .names'

/**
 * Adds the cards of a list's other pages to this one, hidden and marked as loaded, in page order. `first` is the address of page 1, `page`
 * the number of this one, of `pages`. If a page cannot be loaded, it throws and changes nothing.
 */
export async function mergeListings(listing: HTMLElement, first: string, page: number, pages: number): Promise<void> {
  const parts = new Array<HTMLElement>(pages)
  const numbers = Array.from({ length: pages }, (_, at) => at + 1).values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const number of numbers)
        parts[number - 1] =
          number === page
            ? listing
            : await loadPart(number > 1 ? pageAt(new URL(`page/${number}/`, new URL(first, location.href)).href) : first)
    }),
  )
  const blocks = new Map<string, Element>()
  for (const part of parts) {
    for (const list of part.querySelectorAll(LISTS)) {
      const own = part.contains(list.closest('section')) ? list.closest('section') : null
      const key = own?.getAttribute('aria-labelledby') ?? ''
      const block = blocks.get(key)
      if (block) (block.matches(LISTS) ? block : block.querySelector(LISTS))?.append(...list.children)
      else blocks.set(key, own ?? list)
    }
  }
  for (const section of listing.querySelectorAll('section')) if (![...blocks.values()].includes(section)) section.remove()
  listing.querySelector('[data-list-filter]')?.after(...blocks.values())
}

async function loadPart(address: string): Promise<HTMLElement> {
  const { page } = await loadPage(address)
  const part = page.querySelector<HTMLElement>('[data-listing]')
  if (!part) throw new Error(`${address} holds no list`)
  for (const card of part.querySelectorAll<HTMLElement>('.card, .entry')) {
    card.hidden = true
    card.dataset.loaded = ''
  }
  for (const section of part.querySelectorAll('section')) section.hidden = true
  return part
}
