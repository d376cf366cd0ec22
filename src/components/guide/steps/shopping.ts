import type { ListedGuide } from '../../../one-file/shared-needs.ts'
import { nameOfPage } from '../../../trusted/place.ts'
import { shoppingList } from '../../shopping/shopping-list.ts'
import { element } from '../../element.ts'
import { copyText } from '../file/share.ts'

/** Copies the list of tools and parts as lines of text; returns the message about the result. */
export async function copy(guide: HTMLElement, button: HTMLButtonElement): Promise<string | undefined> {
  const isCopied = await copyText(listAsText(guide))
  // On a workshop's own server without https the list is selected for manual copying.
  const list = guide.querySelector('[data-shopping]')
  if (!isCopied && list) getSelection()?.selectAllChildren(list)
  return isCopied ? button.dataset.well : button.dataset.ill
}

/** Prints the list of tools and parts without the rest of the page. */
export function print(guide: HTMLElement): undefined {
  const folded = [...guide.querySelectorAll<HTMLDetailsElement>('[data-shopping] details:not([open])')]
  const root = document.documentElement
  for (const details of folded) details.open = true
  root.classList.add('print-shopping')
  guide.classList.add('is-printed') // A file may contain several.
  window.addEventListener(
    'afterprint',
    () => {
      root.classList.remove('print-shopping')
      guide.classList.remove('is-printed')
      for (const details of folded) details.open = false
    },
    { once: true },
  )
  window.print()
}

/** The guide's title and address, and a line for each item: `☐ 2 × Spudger (optional)`. */
function listAsText(guide: HTMLElement): string {
  const lines = Array.from(guide.querySelectorAll<HTMLElement>('[data-shopping] .products > li'), (item) => {
    const texts = Array.from(item.querySelector('div')?.childNodes ?? [], ({ textContent }) => textContent?.trim() ?? '')
    return [item.querySelector('input:checked') ? '☑' : '☐', ...texts.filter(Boolean)].join(' ')
  })
  return [guide.querySelector('h1')?.textContent, location.href.replace(/[?#].*/, ''), '', ...lines].join('\n')
}

const pathHere = (): string => nameOfPage(location.pathname)
const isHere = ({ path }: ListedGuide): boolean => path === pathHere()

/** Puts the guide on the shopping list, or removes it; returns a link to the list if the guide is on it. */
export function list(guide: HTMLElement, button: HTMLButtonElement): HTMLElement | undefined {
  const isOn = button.ariaPressed !== 'true'
  put(guide, isOn)
  const { well, page = '' } = button.dataset
  return isOn ? Object.assign(element('a', '', well), { href: page }) : undefined
}

/** Shows whether the guide is on the shopping list, and updates what the list has of it. */
export const showListed = (guide: HTMLElement): void => put(guide, shoppingList().guides().some(isHere))

function put(guide: HTMLElement, isOn: boolean): void {
  const { guides, set } = shoppingList()
  const at = guides().findIndex(isHere)
  const others = guides().filter((other) => !isHere(other))
  if (isOn) set(others.toSpliced(at < 0 ? others.length : at, 0, listedFrom(guide)))
  else if (at >= 0) set(others)
  const button = guide.querySelector<HTMLButtonElement>('[data-do=list]')
  if (button) button.ariaPressed = String(isOn)
}

function listedFrom(guide: HTMLElement): ListedGuide {
  const before = Array.from(guide.querySelectorAll<HTMLElement>('[data-prerequisite]'), ({ dataset: { prerequisite = '' } }) =>
    nameOfPage(new URL(prerequisite, location.href).pathname),
  )
  return {
    path: pathHere(),
    title: guide.querySelector('h1')?.textContent.trim() ?? '',
    before,
    needs: Array.from(guide.querySelectorAll<HTMLElement>('[data-shopping] .products > li'), (item) => ({
      name: item.querySelector('.tick input')?.ariaLabel ?? '',
      isPart: item.dataset.part !== undefined || item.closest('[aria-labelledby=parts]') !== null,
      isOptional: item.querySelector('.optional') !== null,
      quantity: Number(item.dataset.quantity ?? 1),
      notes: item.querySelector('.notes')?.textContent.trim() ?? '',
      isBefore: item.closest('.needs-before') !== null,
    })),
  }
}
