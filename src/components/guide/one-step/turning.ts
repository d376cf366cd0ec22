/** The minimum swipe distance, in pixels; it must be more horizontal than vertical. */
const SWIPE_PX = 50
const SIDEWAYS = 1.5

/** Listens to arrow keys, Escape and swipes in single-step mode, until the signal is aborted. `turn` by 1 shows the next step. */
export function listenForTurns(section: HTMLElement, turn: (by: 1 | -1) => void, end: () => void, signal: AbortSignal): void {
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
