const NOTES_S = [0, 0.4, 0.8]
const VIBRATION_MS = [400, 200, 400, 200, 400]
let context: AudioContext | undefined

/** Unlocks sound during a button press: browsers do not allow it later. */
export function readyChime(): void {
  context ??= new AudioContext()
  void context.resume()
}

/** Plays three notes and vibrates. */
export function chime(): void {
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
