import { type BuildHooks, buildSite } from '../build.ts'
import { serializeError } from '../errors/serialize-error.ts'
import { PRODUCT } from '../product.ts'
import type { FromBuild, ToBuild } from './separate-build.ts'

/** Builds one site in a child process (see separate-build.ts). */
const stop = new AbortController()
// The parent handles signals and reports them; this process also ends if the parent is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => stop.abort())

const send = (message: FromBuild): void => {
  if (process.connected) process.send?.(message, () => undefined)
}

const hooks: BuildHooks = {
  signal: stop.signal,
  onWarning: (warning) => send({ is: 'warning', warning }),
  onProgress: (progress) => send({ is: 'progress', progress }),
}

process.on('message', (message: ToBuild) => {
  if (message.is === 'stop') stop.abort(new Error('Stopped.'))
  else
    void buildSite(message.config, PRODUCT, hooks, message.shards)
      .then(
        (result) => send({ is: 'built', result }),
        (error: unknown) => send({ is: 'fault', error: serializeError(error) }),
      )
      .finally(() => process.disconnect())
})
