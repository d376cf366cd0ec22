import { buildSite } from '../build.ts'
import { carry } from '../errors/carried.ts'
import { PRODUCT } from '../product.ts'
import type { FromBuild, ToBuild } from './build-words.ts'

/** Builds one site in a process of its own, for the one that started it (see separate-build.ts). */
const stop = new AbortController()
// Whoever started it decides what a signal means, and says so; it ends by itself where that one is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => stop.abort())

const say = (words: FromBuild): void => {
  if (process.connected) process.send?.(words, () => undefined)
}

process.on('message', (words: ToBuild) => {
  if (words.is === 'stop') stop.abort(new Error('Stopped.'))
  else
    void buildSite(words.config, PRODUCT, {
      signal: stop.signal,
      onWarning: (warning) => say({ is: 'warning', warning }),
      onProgress: (progress) => say({ is: 'progress', progress }),
    })
      .then(
        (result) => say({ is: 'built', result }),
        (error: unknown) => say({ is: 'fault', error: carry(error) }),
      )
      .finally(() => process.disconnect())
})
