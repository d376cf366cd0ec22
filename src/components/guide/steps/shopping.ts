import { copyText } from '../../shopping/copy-text.ts'

/** Copies the list of tools and parts as lines of text; says what became of it. */
export async function copy(guide: HTMLElement, button: HTMLButtonElement): Promise<string | undefined> {
  const done = await copyText(listAsText(guide), guide.querySelector('[data-shopping]'))
  return done ? button.dataset.well : button.dataset.ill
}

/** Prints the list of tools and parts without the rest of the page. */
export function print(guide: HTMLElement): void {
  const folded = [...guide.querySelectorAll<HTMLDetailsElement>('[data-shopping] details:not([open])')]
  const root = document.documentElement
  for (const details of folded) details.open = true
  root.classList.add('print-shopping')
  guide.classList.add('is-printed') // A file may hold several.
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

/** The guide's title and address, and a line for each thing: `☐ 2 × Spudger (optional)`. */
function listAsText(guide: HTMLElement): string {
  const lines = Array.from(guide.querySelectorAll<HTMLElement>('[data-shopping] .products > li'), (item) => {
    const texts = Array.from(item.querySelector('div')?.childNodes ?? [], ({ textContent }) => textContent?.trim() ?? '')
    return [item.querySelector('input:checked') ? '☑' : '☐', ...texts.filter(Boolean)].join(' ')
  })
  return [guide.querySelector('h1')?.textContent, location.href.replace(/[?#].*/, ''), '', ...lines].join('\n')
}
