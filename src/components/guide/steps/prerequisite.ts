import { loadPage } from '../../../trusted/pages.ts'
import { nameOfPage } from '../../../trusted/place.ts'
import { progressOf } from './progress.ts'
import { bindTicks } from './ticks.ts'

/** One guide can be shown twice: by itself, and within another. */
let guidesShown = 0

/** Fetches the steps of a prerequisite from its own page, once, and shows them in place. Its ticks are shared with its own page. */
export async function fill(details: HTMLDetailsElement): Promise<void> {
  const { prerequisite = '', ill = '' } = details.dataset
  const isFilled = (): boolean => details.querySelector(':scope > .steps') !== null
  if (isFilled()) return
  const said = details.querySelector('[data-said]')
  // The network or the page may be unavailable: the sentence then says where the steps are.
  const shown = await shownAt(prerequisite).catch(() => undefined)
  if (isFilled()) return // Opened twice during loading.
  if (said) said.textContent = shown ? '' : ill
  if (!shown) return
  const { steps, before } = shown
  // Two guides may require each other.
  const above = new Set([pathOf(location.href)])
  for (let outer: HTMLElement | null | undefined = details; outer; outer = outer.parentElement?.closest<HTMLElement>('[data-prerequisite]'))
    above.add(pathOf(outer.dataset.prerequisite ?? ''))
  details.append(...before.filter((other) => !above.has(pathOf(other.dataset.prerequisite ?? ''))), steps)
  for (const other of before) {
    other.hidden = false
    other.addEventListener('toggle', () => void fill(other))
  }
  bindTicks(steps, progressOf(pathOf(prerequisite)))
}

const pathOf = (address: string): string => nameOfPage(new URL(address, location.href).pathname)

/** The content of a guide's own page: its steps, and its prerequisites, to be shown on demand as well. */
async function shownAt(address: string) {
  const { page, url } = await loadPage(address)
  const steps = page.querySelector<HTMLElement>('[data-steps] > .steps')
  if (!steps) throw new Error(`${address} has no steps`)
  keepApart(steps, `before-${++guidesShown}-`)
  for (const part of steps.querySelectorAll('.step-comments')) part.remove()
  const before = [...page.querySelectorAll<HTMLDetailsElement>('details[data-prerequisite]')]
  for (const { dataset } of before) dataset.prerequisite = new URL(dataset.prerequisite ?? '', url).href
  return { steps: document.adoptNode(steps), before: before.map((details) => document.adoptNode(details)) }
}

/** Prefixes every id and the links to it: each page has a step 1. */
function keepApart(steps: HTMLElement, prefix: string): void {
  for (const link of steps.querySelectorAll('a[href^="#"]')) {
    const id = decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '')
    if (id && steps.querySelector(`#${CSS.escape(id)}`)) link.setAttribute('href', `#${prefix}${id}`)
  }
  for (const element of steps.querySelectorAll('[id]')) element.id = prefix + element.id
}
