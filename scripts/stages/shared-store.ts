import type { Config } from '../../src/config/options.ts'
import type { SharedStore } from '../../src/queue/shared-store.ts'
import { answersThrough } from '../../src/store/stored-answers.ts'
import { pulledInWords, pullFrom, pushedInWords, pushTo, storeOf } from './store.ts'

/** A store that is away for a minute does not end a crawl: this many tries are so long. */
const ANSWER_TRIES = 9

/** What a worker that leads does. */
export interface Leading {
  /** Is called when the crawl has finished, before it is pushed, and before others hear of it. */
  onFinished: (signal: AbortSignal) => Promise<void>
  onNote: (sentence: string) => void
}

/** The store of a crawl that workers share. */
export function sharedStore(config: Config, { onFinished, onNote }: Leading): SharedStore {
  // A worker that is interrupted still hands over what it has in flight: no signal ends that.
  const answers = answersThrough(storeOf(config, { tries: ANSWER_TRIES }))
  return {
    ...answers,
    url: config.store,
    pull: async (signal) => {
      const pulled = await pullFrom(config, { signal, isShared: true }, onNote)
      if (pulled) onNote(`${pulledInWords(pulled, config)}.`)
    },
    push: async (signal) => {
      await onFinished(signal)
      onNote(`${pushedInWords(await pushTo(config, { signal }, onNote), config)}.`)
    },
  }
}
