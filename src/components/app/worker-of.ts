import { WrongFileError } from '../../app/keep/files.ts'
import type { AppList } from '../../app/list.ts'
import { siteFolder } from './site-folder.ts'

const ANSWER_MS = 5000
const TRIES = 6
const ASK_EVERY_MS = 1000

/** Names the build that the worker at work is of; undefined where it does not say. */
export async function buildOfWorker(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(siteFolder())
  const lists = await listsOf(registration?.active ?? null)
  return lists && Object.values(lists).join()
}

/**
 * Waits until the service worker is of the build that a list is of: pages that are kept need the scripts and styles of their own. Throws a
 * {@link WrongFileError} where the host has no whole one of that build.
 */
export async function untilWorkerOf(list: AppList, lang: string): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration(siteFolder())) ?? (await navigator.serviceWorker.ready)
  // One that was on its way when this began may have met another site; the one that is asked for then takes two tries.
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await listsOf(registration.active))?.[lang] === list.id) return
    const coming = registration.installing ?? registration.waiting
    if (coming) await settled(coming)
    else await registration.update()
  }
  throw new WrongFileError('The scripts and styles of the site are of another build.')
}

/** By language, the list of the build that a worker is of; undefined where it does not say. */
async function listsOf(worker: ServiceWorker | null): Promise<Record<string, string> | undefined> {
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<Record<string, string> | undefined>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<Record<string, string>>) => resolve(data))
    setTimeout(resolve, ANSWER_MS)
  })
  port1.start()
  worker.postMessage('lists', [port2])
  return answer.finally(() => port1.close())
}

/** Resolves when a worker is at work, or will never be. */
const settled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'installed') worker.postMessage('start')
      if (worker.state !== 'activated' && worker.state !== 'redundant') return
      clearInterval(timer)
      resolve()
    }
    // Chromium at times leaves a worker waiting that has asked to start, until it asks again.
    const timer = setInterval(look, ASK_EVERY_MS)
    worker.addEventListener('statechange', look)
    look()
  })
