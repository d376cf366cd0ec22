import { Keeper } from './keeper.ts'
import { bindTicks } from './ticks.ts'

/** Fetches the steps of a guide to do first from its own page, once, and shows them in place. Its ticks are those of its own page. */
export async function fill(details: HTMLDetailsElement): Promise<void> {
  const { prerequisite = '', ill = '' } = details.dataset
  if (details.querySelector('.steps')) return
  const said = details.querySelector('[data-said]')
  // The network may be gone, the page too: then the sentence says where the steps are.
  const steps = await stepsAt(prerequisite).catch(() => undefined)
  if (said) said.textContent = steps ? '' : ill
  if (!steps) return
  bindTicks(steps, new Keeper(new URL(prerequisite, location.href).pathname))
  details.append(steps)
}

async function stepsAt(address: string): Promise<HTMLElement> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const steps = page.querySelector<HTMLElement>('[data-steps] > .steps')
  if (!steps) throw new Error(`${address} has no steps`)
  keepApart(steps, `before-${new URL(response.url).pathname.replace(/\W+/g, '-')}`)
  fromItsPage(steps, response.url)
  for (const part of steps.querySelectorAll('.step-comments')) part.remove()
  return document.adoptNode(steps)
}

/** Gives every id a prefix, and links to them too: each page has a step 1. */
function keepApart(steps: HTMLElement, prefix: string): void {
  for (const link of steps.querySelectorAll('a[href^="#"]')) {
    const id = decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '')
    if (id && steps.querySelector(`#${CSS.escape(id)}`)) link.setAttribute('href', `#${prefix}${id}`)
  }
  for (const element of steps.querySelectorAll('[id]')) element.id = prefix + element.id
}

/** Addresses are read as their own page reads them: a site may be written with relative ones. */
function fromItsPage(steps: HTMLElement, page: string): void {
  const whole = (address: string): string => new URL(address, page).href
  for (const name of ['href', 'src', 'poster']) {
    for (const element of steps.querySelectorAll(`[${name}]:not([${name}^="#"])`))
      element.setAttribute(name, whole(element.getAttribute(name) ?? ''))
  }
  for (const image of steps.querySelectorAll<HTMLImageElement>('[srcset]'))
    image.srcset = image.srcset.replace(/[^\s,]\S*(?= \d)/g, (address) => whole(address))
}
