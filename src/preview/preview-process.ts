import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { carry } from '../errors/carried.ts'
import { LazySite } from './lazy-site.ts'
import type { CompiledPages, FromPreview, ToPreview } from './messages.ts'

/** Makes the pages of a preview in a process of its own, which is ended when anything changes: what views have read they keep (see preview.ts). */

let opening: Promise<LazySite> | undefined
const compiled = Promise.withResolvers<CompiledPages>()

// Whoever started it decides what a signal means; it ends by itself where that one is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => void opening?.then((site) => site.close()))

const send = (message: FromPreview): void => {
  if (process.connected) process.send?.(message, () => undefined)
}

async function open({ config, folder, compiles }: Extract<ToPreview, { is: 'show' }>): Promise<LazySite> {
  const site = join(folder, 'site')
  await mkdir(site, { recursive: true })
  const opened = await LazySite.open(config, { folder, site, pages: compiles ? undefined : compiled.promise }, (warning) =>
    send({ is: 'warning', warning }),
  )
  send({ is: 'ready', facts: { site, pages: opened.pages } })
  return opened
}

process.on('message', (message: ToPreview) => {
  if (message.is === 'show') {
    opening = open(message)
    opening.catch((error: unknown) => send({ is: 'fault', error: carry(error) }))
  } else if (message.is === 'compiled') compiled.resolve(message.pages)
  else if (opening) {
    const { number, file } = message
    opening
      .then((site) => site.make(file))
      .then(
        () => send({ is: 'made', number }),
        (error: unknown) => send({ is: 'made', number, error: carry(error) }),
      )
  }
})
