import { putCautionsInFront } from '../../../one-file/cautions.ts'
import { type Progress, progressOf } from './progress.ts'
import { nextStep, ONE_STEP, say, type Step, stepAt, stepsOf } from './steps.ts'
import { bindClear, bindTicks } from './ticks.ts'
import { nameOfPage } from '../../../trusted/place.ts'

// Initializes a guide's page, or the guides of a single file. Larger parts are loaded on demand.

function startGuide(guide: HTMLElement): void {
  const section = guide.querySelector<HTMLElement>('[data-steps]')
  if (!section) return
  const page = import.meta.env.RELATIVE_LINKS ? nameOfPage(location.pathname) : location.pathname
  const progress = progressOf(guide.id ? `${page}#${guide.id}` : page)
  const steps = stepsOf(guide)
  const showClear = bindClear(guide)
  bindTicks(guide, progress, () => {
    showDone(guide, steps)
    showClear()
  })
  for (const bar of guide.querySelectorAll<HTMLElement>('[data-bar]')) bar.hidden = false
  for (const what of ['copy', 'print', 'list'] as const) {
    onPress(guide, what, async (button) => {
      const shopping = await import('./shopping.ts')
      say(button, await shopping[what](guide, button))
    })
  }
  if (hasShoppingList()) void import('./shopping.ts').then(({ showListed }) => showListed(guide))
  // On a disk, and in a single file, nothing can be fetched: such pages have no button for it, and their scripts no code.
  if (!import.meta.env.RELATIVE_LINKS) {
    onPress(guide, 'save', async (button) => (await import('../file/save.ts')).save(button))
    onPress(guide, 'share', async (button) => say(button, await (await import('../file/share.ts')).share(button)))
  }
  onPress(guide, 'paper', () => window.print())
  for (const details of guide.querySelectorAll<HTMLDetailsElement>('[data-prerequisite]')) {
    details.hidden = false
    details.addEventListener('toggle', () => void import('./prerequisite.ts').then(({ fill }) => fill(details)))
  }
  if (steps.length > 1) startSteps(guide, section, steps, progress)
}

function startSteps(guide: HTMLElement, section: HTMLElement, steps: readonly Step[], progress: Progress): void {
  const startButton = guide.querySelector<HTMLButtonElement>('[data-do=start]')
  const { place, remember, ticked } = followPlace(startButton, steps, progress)
  const meter = guide.querySelector('progress')
  const position = guide.querySelector('[data-position]')
  if (meter) meter.hidden = false
  const reached = (step: Step): void => {
    if (meter) meter.value = steps.indexOf(step) + 1
    if (position) position.textContent = step.name
    markInTable(steps, step)
    remember(step)
  }
  followReader(steps, reached)
  const note = (shown?: Step): void => void import('../begun/begun.ts').then(({ noteBegun }) => noteBegun(guide, steps, shown))
  const shown = (step: Step): void => {
    reached(step)
    note(step)
  }
  const show = (step: Step | undefined): void => {
    if (step)
      void import('../one-step/one-step.ts').then(({ showOneStep }) => showOneStep({ section, steps, progress, reached: shown }, step))
  }
  startButton?.addEventListener('click', () => show(place()))
  guide.addEventListener('change', () => {
    ticked()
    note()
  })
  // The page was reloaded, or returned to, in single-step mode.
  const showAgain = (): void => {
    if ((history.state as { oneStep?: unknown } | null)?.oneStep === 'on' || isToContinue()) show(stepAt(steps, location.hash))
  }
  window.addEventListener('popstate', showAgain)
  showAgain()
}

/** Shows in the table which steps are ticked. */
function showDone(guide: HTMLElement, steps: readonly Step[]): void {
  const done = guide.querySelector<HTMLElement>('.step-nav')?.dataset.done ?? ''
  for (const { element, link, name } of steps) {
    const isDone = element.querySelector<HTMLInputElement>('input[data-tick]')?.checked ?? false
    link.toggleAttribute('data-done', isDone)
    link.ariaLabel = isDone ? `${name}, ${done}` : name
  }
}

/** By its name alone: see shopping-list.ts. */
function hasShoppingList(): boolean {
  try {
    return localStorage.getItem('shopping list') !== null
  } catch {
    return false // Storage denied.
  }
}

function onPress(root: HTMLElement, what: string, act: (button: HTMLButtonElement) => unknown): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>(`[data-do=${what}]`)) button.addEventListener('click', () => act(button))
}

/** Calls back with the step being read: the one that crosses a line slightly above the window's middle. */
function followReader(steps: readonly Step[], reached: (step: Step) => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
      const step = entry && steps.find(({ element }) => element === entry.target)
      if (step) reached(step)
    },
    { rootMargin: '-40% 0px -59% 0px' },
  )
  for (const { element } of steps) observer.observe(element)
}

/** Marks a step in the table of steps, and scrolls it into view. */
function markInTable(steps: readonly Step[], step: Step): void {
  for (const { link } of steps) link.removeAttribute('aria-current')
  step.link.setAttribute('aria-current', 'step')
  const row = step.link.closest('ol')
  if (!row) return
  const [seen, place] = [row.getBoundingClientRect(), step.link.getBoundingClientRect()]
  row.scrollBy({ left: place.left + place.width / 2 - seen.left - seen.width / 2, top: place.top - seen.top - seen.height / 2 })
}

/**
 * Lets the start button lead to the step after the last one done, or else back to where reading stopped, unless that is the first or the
 * last. Until a step as late is reached, the old position stays.
 */
function followPlace(start: HTMLButtonElement | null, steps: readonly Step[], progress: Progress) {
  const label = start?.querySelector('span')
  const plain = label?.textContent ?? ''
  let before = stepAt(steps, location.hash) ? undefined : stepAt(steps, progress.place())
  let read: Step | undefined
  let place: Step | undefined
  const show = (step: Step | undefined): void => {
    read = step
    place = nextStep(steps) ?? (step === steps[0] || step === steps.at(-1) ? undefined : step)
    if (label) label.textContent = place ? `${start?.dataset.goOn ?? ''}: ${place.link.textContent.trim()}` : plain
  }
  show(before)
  const remember = (step: Step): void => {
    if (before && steps.indexOf(step) < steps.indexOf(before)) return
    before = undefined
    // While it is in view, its label stays, so that nothing moves.
    if (start && (start.hidden || start.getBoundingClientRect().bottom <= 0)) show(step)
    progress.setPlace(step.link.hash)
  }
  return { place: () => place ?? steps[0], remember, ticked: () => show(read) }
}

/** True once, after the link that continues this guide. */
function isToContinue(): boolean {
  try {
    const isThis = sessionStorage.getItem(ONE_STEP) === location.pathname
    if (isThis) sessionStorage.removeItem(ONE_STEP)
    return isThis
  } catch {
    return false // Storage denied.
  }
}

for (const guide of document.querySelectorAll<HTMLElement>('article.guide')) startGuide(guide)
window.addEventListener('beforeprint', () => putCautionsInFront(document.documentElement))
