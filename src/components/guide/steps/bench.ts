import { bindClear } from './clear.ts'
import { followReader, markInTable } from './follow.ts'
import { Progress } from './progress.ts'
import { offerPlace } from './resume.ts'
import { say } from './say.ts'
import { type Step, stepAt, stepsOf } from './steps.ts'
import { bindTicks } from './ticks.ts'
import { nameOfPage } from '../../../trusted/place.ts'

/** Initializes a guide's page, or the guides of a single file. Larger parts are loaded on demand. */
export function startBench(): void {
  for (const guide of document.querySelectorAll<HTMLElement>('article.guide')) startGuide(guide)
}

function startGuide(guide: HTMLElement): void {
  const section = guide.querySelector<HTMLElement>('[data-steps]')
  if (!section) return
  const page = import.meta.env.RELATIVE_LINKS ? nameOfPage(location.pathname) : location.pathname
  const progress = new Progress(guide.id ? `${page}#${guide.id}` : page)
  const steps = stepsOf(guide)
  const showClear = bindClear(guide)
  bindTicks(guide, progress, () => {
    showDone(guide, steps)
    showClear()
  })
  for (const bar of guide.querySelectorAll<HTMLElement>('[data-bar]')) bar.hidden = false
  for (const what of ['copy', 'print'] as const) {
    onPress(guide, what, async (button) => {
      const shopping = await import('./shopping.ts')
      say(button, await shopping[what](guide, button))
    })
  }
  // On a disk, and in a single file, nothing can be fetched: such pages have no button for it, and their scripts no code.
  if (!import.meta.env.RELATIVE_LINKS) offerFile(guide)
  for (const details of guide.querySelectorAll<HTMLDetailsElement>('[data-prerequisite]')) {
    details.hidden = false
    details.addEventListener('toggle', () => void import('./prerequisite.ts').then(({ fill }) => fill(details)))
  }
  if (steps.length > 1) startSteps(guide, section, steps, progress)
}

function offerFile(guide: HTMLElement): void {
  guide.querySelector('[data-save]')?.classList.add('is-ready')
  onPress(guide, 'save', async (button) => (await import('../file/save.ts')).save(button))
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
    if (step) void import('../one-step/one-step.ts').then(({ showOneStep }) => showOneStep({ section, steps, progress, reached }, step))
  }
  onPress(guide, 'start', () => show(current))
  guide.addEventListener('change', () => void import('../begun/begun.ts').then(({ noteBegun }) => noteBegun(guide, steps)))
  // The page was reloaded, or returned to, in single-step mode.
  const showAgain = (): void => {
    if ((history.state as { oneStep?: unknown } | null)?.oneStep === 'on') show(stepAt(steps, location.hash))
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

function onPress(root: HTMLElement, what: string, act: (button: HTMLButtonElement) => unknown): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>(`[data-do=${what}]`)) button.addEventListener('click', () => act(button))
}
