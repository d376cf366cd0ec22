import type { BrowserWords } from '../../../words/browser.ts'
import { button, element } from '../../element.ts'
import type { Duration } from './durations.ts'

const SECOND_MS = 1000
const NOTES_S = [0, 0.4, 0.8]
const VIBRATION_MS = [400, 200, 400, 200, 400]
let context: AudioContext | undefined

/** Shows all running timers, whichever step they were started in. */
const bar = element('div', 'bench-bar')
const running = new Set<string>()

/** Buttons that start timers for these durations. */
export function timerButtons(durations: readonly Duration[], words: BrowserWords, say: (text: string) => void): HTMLElement {
  const buttons = element('div', 'bench-bar')
  buttons.style.marginTop = 'var(--space-4)'
  for (const duration of durations)
    buttons.append(button(words.say('timer.start', { time: duration.said }), () => startTimer(duration, words, say)))
  return buttons
}

/** Shows the running timers above the buttons of a step, or, for null, at the bottom of the window. */
export function placeTimers(turn: Element | null): void {
  if (turn) turn.prepend(bar)
  else document.body.append(bar)
  Object.assign(
    bar.style,
    turn
      ? { position: '', inset: '', padding: '', background: '', zIndex: '', gridColumn: '1 / -1' }
      : { position: 'fixed', inset: 'auto 0 0', padding: 'var(--space-3)', background: 'var(--surface)', zIndex: '3', gridColumn: '' },
  )
  bar.hidden = running.size === 0
}

function startTimer({ ms, said }: Duration, words: BrowserWords, say: (text: string) => void): void {
  if (running.has(said)) return
  running.add(said)
  readyChime()
  const endMs = Date.now() + ms
  const shown = element('span', '')
  shown.role = 'timer'
  Object.assign(shown.style, { marginInlineEnd: 'auto', fontWeight: '650', fontVariantNumeric: 'tabular-nums' })
  const row = element('div', 'bench-bar')
  row.style.flex = '1'
  const stop = (): void => {
    clearInterval(ticking)
    running.delete(said)
    row.remove()
    bar.closest('[data-turn]')?.querySelector<HTMLElement>('[data-do=next]')?.focus()
    bar.hidden = running.size === 0
  }
  const tick = (): void => {
    const leftMs = endMs - Date.now()
    shown.textContent = `${said}: ${clockOf(Math.max(0, leftMs))}`
    if (leftMs > 0) return
    clearInterval(ticking)
    const over = words.say('timer.over', { time: said })
    shown.textContent = over
    stopper.classList.add('bench-main')
    stopper.textContent = words.say('timer.dismiss')
    say(over)
    chime()
  }
  const stopper = button(words.say('timer.stop'), stop)
  stopper.ariaLabel = `${words.say('timer.stop')}: ${said}`
  const ticking = setInterval(tick, SECOND_MS / 4)
  row.append(shown, stopper)
  bar.append(row)
  bar.hidden = false
  tick()
}

/** `1:02:03`, `2:03` */
function clockOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS)
  const two = (number: number): string => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Unlocks sound during a button press: browsers do not allow it later. */
function readyChime(): void {
  context ??= new AudioContext()
  void context.resume()
}

/** Plays three notes and vibrates. */
function chime(): void {
  if (!context) return
  for (const offsetS of NOTES_S) {
    const [note, loudness] = [context.createOscillator(), context.createGain()]
    const startS = context.currentTime + offsetS
    note.frequency.value = 880
    loudness.gain.setValueAtTime(0.4, startS)
    loudness.gain.exponentialRampToValueAtTime(0.001, startS + 0.35)
    note.connect(loudness).connect(context.destination)
    note.start(startS)
    note.stop(startS + 0.35)
  }
  // Safari does not support it.
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS)
}
