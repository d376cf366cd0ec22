import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { carry } from '../errors/carried.ts'
import { LazySite } from './lazy-site.ts'
import type { FromPreview, ToPreview } from './words.ts'

/** Makes the pages of a preview in a process of its own, which is ended when anything changes: what views have read they keep (see preview.ts). */

let opening: Promise<LazySite> | undefined

// Whoever started it decides what a signal means; it ends by itself where that one is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => void opening?.then((site) => site.close()))

const say = (words: FromPreview): void => {
  if (process.connected) process.send?.(words, () => undefined)
}

async function open({ config, folder }: Extract<ToPreview, { is: 'show' }>): Promise<LazySite> {
  const site = join(folder, 'site')
  await mkdir(site, { recursive: true })
  const opened = await LazySite.open(config, { folder, site }, (warning) => say({ is: 'warning', warning }))
  say({ is: 'ready', facts: { site, pages: opened.pages } })
  return opened
}

process.on('message', (words: ToPreview) => {
  if (words.is === 'show') {
    opening = open(words)
    opening.catch((error: unknown) => say({ is: 'fault', error: carry(error) }))
  } else if (opening) {
    const { number, file } = words
    opening
      .then((site) => site.make(file))
      .then(
        () => say({ is: 'made', number }),
        (error: unknown) => say({ is: 'made', number, error: carry(error) }),
      )
  }
})
