import { loadPage } from '../../trusted/pages.ts'
import { pageAt } from '../../trusted/place.ts'
import { tellingFacts } from './telling-facts.ts'

/** Pages under way at once. */
const AT_ONCE = 4
const LISTS = '.cards, .names'

/**
 * Puts the cards of a list's other pages into this one, hidden and marked as loaded, in the order of the pages. `first` is the address of page 1, `page` the
 * number of this one, of `pages`. Throws when a page cannot be loaded; nothing is changed then.
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

/** Chips for facts that the list's other pages have, and this one lacks. */
export function newChips(cards: readonly { facts: readonly string[] }[], known: ReadonlyMap<string, unknown>): HTMLButtonElement[] {
  const facts = tellingFacts(cards.map(({ facts }) => facts)).filter(([fact]) => !known.has(fact))
  return facts.map(([fact]) => {
    const chip = document.createElement('button')
    Object.assign(chip, { type: 'button', ariaPressed: 'false' })
    chip.dataset.fact = fact
    chip.append(fact, ' ', document.createElement('small'))
    return chip
  })
}
