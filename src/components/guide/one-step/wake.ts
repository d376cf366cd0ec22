/** Keeps the screen lit until the signal, where the browser can; a hidden page loses its lock and asks again when it is seen. */
export function keepAwake(signal: AbortSignal): void {
  if (!('wakeLock' in navigator)) return
  let lock: WakeLockSentinel | undefined
  const release = (): void => void lock?.release()
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
    // Refused on a nearly empty battery: the step is shown all the same.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (signal.aborted) release()
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal })
  signal.addEventListener('abort', release)
  void ask()
}
