import { join } from 'node:path'
import { componentFault } from '../brand/component-fault.ts'
import { serializeError } from '../errors/serialize-error.ts'
import { compilePreview, type LazySite, openSite } from './lazy-site.ts'
import type { FromPreview, ToPreview } from './preview.ts'

/**
 * A preview process. One kind renders pages and is ended on every change, since views cache what they have read; the other compiles, and
 * keeps running: the second time takes half as long (see preview.ts).
 */

let opening: Promise<LazySite> | undefined
let components = ''

// The parent process handles signals; this one exits when the parent is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => void opening?.then((site) => site.close()))

const send = (message: FromPreview): void => {
  if (process.connected) process.send?.(message, () => undefined)
}

const placeIn = ({ folder }: { folder: string }) => ({ folder, site: join(folder, 'site') })

async function open(message: Extract<ToPreview, { is: 'show' }>): Promise<LazySite> {
  const place = placeIn(message)
  const opened = await openSite(message.config, place, (warning) => send({ is: 'warning', warning }))
  send({ is: 'ready', facts: { site: place.site, pages: opened.pages } })
  return opened
}

process.on('message', (message: ToPreview) => {
  if (message.is !== 'make') components = message.config.components
  if (message.is === 'show') {
    opening = open(message)
    opening.catch((error: unknown) => send({ is: 'fault', error: serializeError(error) }))
    return
  }
  const work =
    message.is === 'compile' ? compilePreview(message.config, placeIn(message)) : opening?.then((site) => site.make(message.file))
  work?.then(
    () => send({ is: 'done', number: message.number }),
    (error: unknown) => send({ is: 'done', number: message.number, error: serializeError(componentFault(error, components) ?? error) }),
  )
})
