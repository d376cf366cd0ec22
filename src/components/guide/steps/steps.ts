/** A step on the guide's page. */
export interface Step {
  element: HTMLElement
  /** Its link in the table of steps. */
  link: HTMLAnchorElement
  /** `Step 3 of 12`. */
  name: string
}

/** The guide's own steps: each has a link in the table; none if the guide has only one step. */
export function stepsOf(guide: HTMLElement): Step[] {
  return Array.from(guide.querySelectorAll<HTMLAnchorElement>('.step-nav a'), (link) => {
    const element = document.getElementById(link.hash.slice(1))
    return element ? [{ element, link, name: link.ariaLabel ?? '' }] : []
  }).flat()
}

/** The step for a fragment: by our anchor or the service's. */
export function stepAt(steps: readonly Step[], hash: string): Step | undefined {
  const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  return steps.find(({ element }) => element.contains(target))
}

/** The checkbox that marks a step as done. */
export const STEP_TICK = '.step-text > .tick input'

const isDone = ({ element }: Step): boolean => element.querySelector<HTMLInputElement>(STEP_TICK)?.checked ?? false

/** The step after the last one that is done; undefined if none is done, or the last one. */
export const nextStep = (steps: readonly Step[]): Step | undefined => {
  const last = steps.findLastIndex(isDone)
  return last < 0 ? undefined : steps[last + 1]
}

/** In the session's storage: the path of a guide that is to continue with one step at a time. */
export const ONE_STEP = 'one step'

/** Shows next to a button what was done, visibly and for screen readers. */
export function say(button: HTMLElement, text: string | HTMLElement = ''): void {
  const said = button.parentElement?.querySelector('[data-said]')
  said?.replaceChildren(text)
}
