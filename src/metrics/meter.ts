import type { BuildHooks } from '../build.ts'
import type { SharedHooks } from '../queue/progress.ts'
import { type BuildWatch, watchBuild } from './build-metrics.ts'
import { type CrawlWatch, watchCrawl } from './crawl-metrics.ts'
import type { Instruments } from './instruments.ts'
import { type ServeWatch, watchServing } from './serve-metrics.ts'

/** What the stages of a command tell how they go; each once. */
export class Meter {
  readonly #instruments: Instruments

  constructor(instruments: Instruments) {
    this.#instruments = instruments
  }

  /** `isShared`: by several workers. */
  crawl(hooks: SharedHooks, isShared: boolean): CrawlWatch {
    return watchCrawl(this.#instruments, hooks, isShared)
  }

  build(hooks: BuildHooks): BuildWatch {
    return watchBuild(this.#instruments, hooks)
  }

  serving(): ServeWatch {
    return watchServing(this.#instruments)
  }
}
