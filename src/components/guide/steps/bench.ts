import { bindClear } from './clear.ts'
import { followReader, markInTable } from './follow.ts'
import { Progress } from './progress.ts'
import { offerPlace } from './resume.ts'
import { say } from './say.ts'
import { type Step, stepAt, stepsOf } from './steps.ts'
import { bindTicks } from './ticks.ts'
import { nameOfPage } from '../../../trusted/place.ts'

/** Brings a guide's page to life, or the guides of one file. What needs more than a few lines is loaded when somebody asks for it. */
export function startBench(): void {
  for (const guide of document.querySelectorAll<HTMLElement>('article.guide')) startGuide(guide)
}

function startGuide(guide: HTMLElement): void {
  const section = guide.querySelector<HTMLElement>('[data-steps]')
  if (!section) return
  const path = import.meta.env.RELATIVE_LINKS ? nameOfPage(location.pathname) : location.pathname
  const progress = new Progress(guide.id ? `${path}#${guide.id}` : path)
  const steps = stepsOf(guide)
  const showClear = bindClear(guide)
  bindTicks(guide, progress, () => {
    showDone(guide, steps)
    showClear()
  })
  for (const bar of guide.querySelectorAll<HTMLElement>('[data-bar]')) bar.hidden = false
  let fault: unknown
  const onDemand = async () => {
    // A browser remembers for good that a script could not be loaded, so only the page as a whole can be tried again: where it can be had.
    if (fault && (await fetch('?')).ok) location.reload()
    return import('./on-demand.ts').catch((error: unknown) => {
      throw (fault = error)
    })
  }
  onPress(guide, 'ask', (button) => {
    say(button, '…')
    void onDemand().then(
      (demanded) => demanded.answer(guide, button),
      () => say(button, guide.dataset.failed),
    )
  })
  if (hasShoppingList()) void onDemand().then((demanded) => demanded.showListed(guide))
  // On a disk, and in a file, nothing can be fetched: such pages have no button for it, and scripts nothing of it.
  if (!import.meta.env.RELATIVE_LINKS) guide.querySelector('[data-save]')?.classList.add('is-ready')
  for (const details of guide.querySelectorAll<HTMLDetailsElement>('[data-prerequisite]')) {
    details.hidden = false
    details.addEventListener('toggle', () => void onDemand().then((demanded) => demanded.fill(details)))
  }
  if (steps.length > 1) startSteps(guide, section, steps, progress)
}

function startSteps(guide: HTMLElement, section: HTMLElement, steps: readonly Step[], progress: Progress): void {
  const bar = guide.querySelector<HTMLElement>('[data-resume]')
  const remember = bar ? offerPlace(bar, steps, progress) : undefined
  const meter = guide.querySelector('progress')
  const position = guide.querySelector('[data-position]')
  if (meter) meter.hidden = false
  let current = steps[0]
  const reached = (step: Step): void => {
    current = step
    if (meter) meter.value = steps.indexOf(step) + 1
    if (position) position.textContent = step.name
    markInTable(steps, step)
    remember?.(step)
  }
  followReader(steps, reached)
  const show = (step: Step | undefined): void => {
    // Taken apart here, what is loaded would be taken apart in the packed script as well.
    if (step) void import('../one-step/one-step.ts').then((loaded) => loaded.showOneStep({ section, steps, progress, reached }, step))
  }
  onPress(guide, 'start', () => show(current))
  guide.addEventListener('change', () => void import('../begun/begun.ts').then((loaded) => loaded.noteBegun(guide, steps)))
  // The page was reloaded, or come back to, while one step was shown.
  const showAgain = (): void => {
    if ((history.state as { oneStep?: unknown } | null)?.oneStep === 'on') show(stepAt(steps, location.hash))
  }
  window.addEventListener('popstate', showAgain)
  showAgain()
}

/** Says in the table which steps are ticked. */
function showDone(guide: HTMLElement, steps: readonly Step[]): void {
  const done = guide.querySelector<HTMLElement>('.step-nav')?.dataset.done ?? ''
  for (const { element, link, name } of steps) {
    const isDone = element.querySelector<HTMLInputElement>('input[data-tick]')?.checked ?? false
    link.toggleAttribute('data-done', isDone)
    link.ariaLabel = isDone ? `${name}, ${done}` : name
  }
}

function onPress(root: HTMLElement, what: string, act: (button: HTMLButtonElement) => unknown): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>(`[data-do=${what}]`)) button.addEventListener('click', () => act(button))
}

/** By no more than the name: see shopping/kept-list.ts. */
function hasShoppingList(): boolean {
  try {
    return !!localStorage.getItem('shopping list')
  } catch {
    return false // The person forbids sites to keep anything.
  }
}
