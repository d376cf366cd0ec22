/** Keeps the screen on until the signal is aborted. A hidden page loses its lock and requests it again when visible. */
export function keepAwake(signal: AbortSignal): void {
  if (!('wakeLock' in navigator)) return
  let lock: WakeLockSentinel | undefined
  const release = (): void => void lock?.release()
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
    // Refused if the battery is nearly empty: the step is shown anyway.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (signal.aborted) release()
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal })
  signal.addEventListener('abort', release)
  void ask()
}
