import { fetchFile } from '../../../trusted/files.ts'
import { type BrowserWords, wordsInBrowser } from '../../../words/browser.ts'
import type { Progress } from '../steps/progress.ts'
import { STEP_TICK, type Step, stepAt } from '../steps/steps.ts'
import { makeEnding, startStopwatch } from './ending.ts'
import { fitPictures, loadPictures, markArrived } from './pictures.ts'
import { keepAwake, takeWindow } from './take-window.ts'

/** A guide in single-step mode. */
interface Bench {
  section: HTMLElement
  steps: readonly Step[]
  progress: Progress
  /** Called with each step that is shown. */
  reached: (step: Step) => void
}

/**
 * Shows one step of the guide in the whole window, using the same markup: everything else is inert until it ends. The address contains the
 * step; Back ends the mode. The last step is followed by a summary.
 */
export function showOneStep({ section, steps, progress, reached }: Bench, first: Step): void {
  if (section.classList.contains('one-step')) return
  const guide = section.closest<HTMLElement>('.guide') ?? section
  const ending = new AbortController()
  const { signal } = ending
  const isNew = !steps.some(({ element }) => element.querySelector<HTMLInputElement>(STEP_TICK)?.checked)
  const noteTime = startStopwatch(`time ${progress.key}`, isNew, signal)
  const buttons = (what: string): HTMLButtonElement | null => guide.querySelector(`[data-do=${what}]`)
  const say = (text: string): void => {
    const said = section.querySelector('[data-step-guide] [data-said]')
    if (said) said.textContent = text
  }
  const loadingWords = benchWords()
  const loadingAids = loadAids(loadingWords)
  /** The steps in order of display: for reassembly, from last to first. */
  let order = steps
  let current = first
  /** The end screen, while it is shown. */
  let end: HTMLElement | undefined
  /** Aborted when another step is shown. */
  let shown = new AbortController()

  /** Aids are optional: without their words, or a network, there are none. */
  async function loadAids(loading: Promise<BrowserWords | undefined>) {
    const [words, loaded] = await Promise.all([loading, import('../aids/aids.ts').catch(() => undefined)])
    return words && loaded && !signal.aborted ? loaded.startAids({ section, words, signal, say }) : undefined
  }
  /** The button marks the step as done; keys and swipes only navigate. */
  const goOn = (): void => {
    const box = current.element.querySelector<HTMLInputElement>(STEP_TICK)
    if (box && !box.checked && order === steps) box.click()
    turn(1)
  }
  const turn = (by: number): void => {
    const step = order[(end ? order.length : order.indexOf(current)) + by]
    if (step) show(step)
    else if (by > 0 && !end) void showEnd()
  }
  /** If its words are not available, the last step is the end. */
  const showEnd = async (): Promise<void> => {
    const [last, words] = [current, await loadingWords]
    if (signal.aborted || end || current !== last) return
    if (!words) return leave()
    const conclusion = guide.querySelector<HTMLElement>('#conclusion')
    shown.abort()
    end = makeEnding({
      words,
      steps,
      spentMs: noteTime(),
      reverse: order === steps && section.dataset.reversible !== undefined ? () => reverse(words.say('ending.inReverse')) : undefined,
      conclusion,
      conclude: () => leave(conclusion),
    })
    for (const { element } of steps) element.hidden = true
    last.element.after(end)
    buttons('next')?.toggleAttribute('hidden', true)
    buttons('previous')?.toggleAttribute('disabled', false)
    section.scrollTop = 0
    end.querySelector('h3')?.focus()
  }
  const removeEnd = (): void => {
    end?.remove()
    end = undefined
    buttons('next')?.toggleAttribute('hidden', false)
  }
  /** For reassembly: from the last step to the first, without ticking any. */
  const reverse = (said: string): void => {
    order = steps.toReversed()
    guide.querySelector('[data-position]')?.setAttribute('data-reverse', said)
    if (order[0]) show(order[0])
  }
  const show = (step: Step): void => {
    const at = order.indexOf(step)
    const hadFocus = (end ?? current.element).contains(document.activeElement)
    current = step
    removeEnd()
    noteTime()
    for (const { element } of steps) element.hidden = element !== step.element
    markArrived(step)
    shown.abort()
    shown = new AbortController()
    const { signal: whileShown } = shown
    void loadingAids.then((showAids) => !whileShown.aborted && showAids?.(step, whileShown))
    const [next, previous] = [buttons('next'), buttons('previous')]
    if (previous) previous.disabled = at === 0
    next?.firstElementChild?.toggleAttribute('hidden', at === order.length - 1)
    next?.lastElementChild?.toggleAttribute('hidden', at < order.length - 1)
    if (hadFocus || (at === 0 && document.activeElement === previous)) section.focus()
    history.replaceState({ oneStep: 'on' }, '', step.link.hash)
    section.scrollTop = 0
    fitPictures(step, section, whileShown)
    reached(step)
    say([step.name, step.element.querySelector('.step-title span')?.textContent].filter(Boolean).join(': '))
    loadPictures(order[at + 1])
  }
  /** Back, a typed address, or a link in a text. */
  const addressChanged = (): void => {
    const step = stateOf() === 'before' ? undefined : stepAt(steps, location.hash)
    if (step) show(step)
    else leave()
  }
  const leave = (to?: Element | null): void => {
    ending.abort()
    shown.abort()
    removeEnd()
    guide.querySelector('[data-reverse]')?.removeAttribute('data-reverse')
    for (const { element } of steps) element.hidden = false
    if (stateOf() === 'on') history.replaceState(null, '', current.link.hash)
    history.scrollRestoration = 'auto'
    reached(current)
    ;(to ?? current.element).scrollIntoView()
    buttons('start')?.focus({ preventScroll: true })
  }
  const showButtons = (on: boolean): void => {
    section.querySelector('[data-turn]')?.toggleAttribute('hidden', !on)
    buttons('start')?.toggleAttribute('hidden', on)
    buttons('end')?.toggleAttribute('hidden', !on)
  }

  takeWindow(section, signal)
  showButtons(true)
  signal.addEventListener('abort', () => showButtons(false))
  history.scrollRestoration = 'manual' // Back leads to the step that was shown, not to where it began.
  if (stateOf() !== 'on') {
    history.replaceState({ oneStep: 'before' }, '')
    history.pushState({ oneStep: 'on' }, '', first.link.hash)
  }
  window.addEventListener('popstate', addressChanged, { signal })
  for (const [what, act] of Object.entries({ previous: () => turn(-1), next: goOn, end: () => leave() }))
    buttons(what)?.addEventListener('click', act, { signal })
  listenForTurns(section, turn, leave, signal)
  keepAwake(signal)
  show(first)
  section.focus()
}

const stateOf = (): unknown => (history.state as { oneStep?: unknown } | null)?.oneStep

/** The words for single-step mode, from the search's file. Undefined if it cannot be loaded, as in a single-file guide. */
async function benchWords(): Promise<BrowserWords | undefined> {
  const box = document.querySelector<HTMLFormElement>('form.search-box')
  if (!box) return undefined
  try {
    const answer = await fetchFile(new URL('words.json', box.action))
    return answer.ok ? wordsInBrowser(await answer.text()) : undefined
  } catch {
    return undefined // No network, or something else answers: the steps work without them.
  }
}

/** The minimum swipe distance, in pixels; it must be more horizontal than vertical. */
const SWIPE_PX = 50
const SIDEWAYS = 1.5

/** Listens to arrow keys, Escape and swipes in single-step mode, until the signal is aborted. `turn` by 1 shows the next step. */
function listenForTurns(section: HTMLElement, turn: (by: 1 | -1) => void, end: () => void, signal: AbortSignal): void {
  const forward = getComputedStyle(section).direction === 'rtl' ? -1 : 1
  const back = forward === 1 ? -1 : 1
  const keys: Record<string, () => void> = { ArrowRight: () => turn(forward), ArrowLeft: () => turn(back), Escape: end }
  const onKey = (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event
    const isTaken = target instanceof Element && target.closest('video, audio, textarea, select, input:not([type=checkbox]), dialog[open]')
    const act = keys[event.key]
    if (!act || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || isTaken) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKey, { signal })
  listenForSwipes(section, (towardsLeft) => turn(towardsLeft ? forward : back), signal)
}

function listenForSwipes(section: HTMLElement, swiped: (towardsLeft: boolean) => void, signal: AbortSignal): void {
  let start: Touch | undefined
  const onStart = ({ touches, target }: TouchEvent): void => {
    // Two fingers, or one on a zoomed page, are another gesture.
    const isOther = touches.length > 1 || (visualViewport?.scale ?? 1) > 1.05 || (target instanceof Element && target.closest('video'))
    start = isOther ? undefined : touches[0]
  }
  const onEnd = ({ changedTouches: [end] }: TouchEvent): void => {
    const [x, y] = start && end ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0]
    start = undefined
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > SIDEWAYS * Math.abs(y)) swiped(x < 0)
  }
  section.addEventListener('touchstart', onStart, { signal, passive: true })
  section.addEventListener('touchend', onEnd, { signal, passive: true })
  section.addEventListener('touchcancel', () => (start = undefined), { signal })
}
