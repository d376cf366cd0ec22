import { nameOfPage, siteRoot } from '../../../trusted/place.ts'
import { button, element } from '../../element.ts'
import { nextStep, ONE_STEP, type Step } from '../steps/steps.ts'

/** A guide with some steps ticked on this device, but not the last. */
interface BegunGuide {
  path: string
  title: string
  /** True if it was left with one step at a time. */
  isOneStep?: boolean
  /** The anchor and name of the step to continue with. */
  hash: string
  step: string
  /** The paths of the pages that lead to it: its categories. */
  above: string[]
}

const MOST = 20

/** Sites without relative links need no code for this, which would add a file to the guide's page. */
const pageNamed = (path: string): string => (import.meta.env.RELATIVE_LINKS ? nameOfPage(path) : path)

/** All sites of a host share one list: a page that checks whether there is any needs only this name. */
const KEY = 'begun guides'

/** The guides begun on this device, latest first. */
function begunGuides(): BegunGuide[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '')
    return Array.isArray(kept) ? kept.filter(isBegun) : []
  } catch {
    return [] // Storage denied, empty, or written by another site on the host.
  }
}

/** Moves a guide to the front, or removes it. */
function keepBegun(path: string, guide?: BegunGuide): void {
  const others = begunGuides().filter((other) => other.path !== path)
  try {
    localStorage.setItem(KEY, JSON.stringify([...(guide ? [guide] : []), ...others].slice(0, MOST)))
  } catch {
    // Storage denied or full: nothing is offered.
  }
}

/** A title must fit on a button. */
const TITLE_LENGTH = 80

/** Lists a guide as begun as long as some of its steps are ticked, but not the last; to continue with `shown`, or after the last one ticked. */
export function noteBegun(guide: HTMLElement, steps: readonly Step[], shown?: Step): void {
  // In a single file there is no page that could offer it.
  if (guide.id) return
  const following = nextStep(steps)
  const path = location.pathname
  if (!following) return keepBegun(path)
  const next = shown ?? following
  const title = guide.querySelector('h1')?.textContent.trim() ?? ''
  const above = Array.from(document.querySelectorAll<HTMLAnchorElement>('.crumbs a'), ({ pathname }) => pageNamed(pathname))
  keepBegun(path, {
    path,
    isOneStep: document.documentElement.classList.contains('one-step'),
    title: title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title,
    hash: next.link.hash,
    step: next.name,
    above,
  })
}

/** Offers the guide begun last on this device, on a category's page the last one of that category. */
export function offerBegun(bar: HTMLElement): void {
  const { says = '', notNow = '', goOn } = bar.dataset
  const here = pageNamed(location.pathname)
  const root = new URL((import.meta.env.RELATIVE_LINKS && siteRoot()) || import.meta.env.BASE_URL, location.href).pathname
  const guide = begunGuides().find(({ path, above }) => path.startsWith(root) && (goOn === 'all' || above.includes(here)))
  if (!guide) return
  const link = element('a', '', `${guide.title} · ${guide.step}`)
  // Other sites on the host may have written the path: it is confined to this origin.
  Object.assign(link, { href: location.href, search: '', pathname: guide.path, hash: guide.hash })
  if (guide.isOneStep) link.addEventListener('click', () => sessionStorage.setItem(ONE_STEP, guide.path))
  const dismiss = button(notNow, () => {
    keepBegun(guide.path)
    bar.hidden = true
  })
  bar.replaceChildren(element('span', '', says), link, dismiss)
  bar.hidden = false
}

function isBegun(kept: unknown): kept is BegunGuide {
  const { path, title, hash, step, above } = (kept ?? {}) as Partial<Record<keyof BegunGuide, unknown>>
  return [path, title, hash, step].every((text) => typeof text === 'string') && Array.isArray(above)
}
