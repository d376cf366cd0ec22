/** What a build reports its progress in. */
export type BuildStage = 'pages' | 'search' | 'api' | 'media' | 'social' | 'hosts'

/** `app` writes the scripts and lists that pages load later. */
export type TimedStage = 'preparing' | BuildStage | 'app' | 'replacing'

const STAGES: readonly TimedStage[] = ['preparing', 'pages', 'search', 'api', 'media', 'social', 'app', 'hosts', 'replacing']

/** Counts each moment of a build for one stage. */
export class StageClock {
  readonly #ms = new Map<TimedStage, number>(STAGES.map((stage) => [stage, 0]))
  #since = performance.now()

  /** Counts the time since the last call for a stage. */
  end(stage: TimedStage): void {
    const now = performance.now()
    this.#ms.set(stage, (this.#ms.get(stage) ?? 0) + now - this.#since)
    this.#since = now
  }

  get stagesMs(): Record<TimedStage, number> {
    const rounded = Array.from(this.#ms, ([stage, ms]) => [stage, Math.round(ms)])
    return Object.fromEntries(rounded) as Record<TimedStage, number>
  }
}
