import { nameOfPage } from '../../trusted/place.ts'
import type { ListedGuide, ListedThing } from './kept-list.ts'

/** What a guide's page says of its tools and parts. */
export function readGuide(guide: HTMLElement, guideid: string): ListedGuide {
  const before = Array.from(guide.querySelectorAll<HTMLElement>('[data-prerequisite]'), ({ dataset: { prerequisite = '' } }) =>
    nameOfPage(new URL(prerequisite, location.href).pathname),
  )
  return {
    guideid,
    path: nameOfPage(location.pathname),
    title: guide.querySelector('h1')?.textContent.trim() ?? '',
    before: [...new Set(before)],
    things: Array.from(guide.querySelectorAll<HTMLElement>('[data-shopping] .products > li'), thingOf),
  }
}

function thingOf(item: HTMLElement): ListedThing {
  const text = (what: string): string => item.querySelector(what)?.textContent.trim() ?? ''
  const isBefore = item.closest('.needs-before') !== null
  const name = [text('bdi'), text('.kind')].filter(Boolean).join(' ')
  return {
    key: item.dataset.key ?? name.toLowerCase(),
    name,
    isPart: isBefore ? item.dataset.part !== undefined : item.closest('section[aria-labelledby=parts]') !== null,
    count: Number(item.querySelector<HTMLElement>('.quantity')?.dataset.count ?? 1),
    isOptional: item.querySelector('.optional') !== null,
    isBefore,
    notes: text('.notes'),
    href: item.querySelector('a')?.href ?? '',
  }
}
