import { copyText } from '../file/share.ts'

/** Copies the list of tools and parts as lines of text; returns the message about the result. */
export async function copy(guide: HTMLElement, button: HTMLButtonElement): Promise<string | undefined> {
  const done = await toClipboard(guide)
  return done ? button.dataset.well : button.dataset.ill
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

/** On a workshop's own server without https the list is selected for manual copying. */
async function toClipboard(guide: HTMLElement): Promise<boolean> {
  const copied = await copyText(listAsText(guide))
  const list = guide.querySelector('[data-shopping]')
  if (!copied && list) getSelection()?.selectAllChildren(list)
  return copied
}
