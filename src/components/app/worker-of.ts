import { WrongFileError } from '../../app/keep/keep.ts'
import type { AppList } from '../../app/list.ts'
import { siteFolder } from './site-folder.ts'

const ANSWER_MS = 5000
const TRIES = 6

/** The build of the newest worker; undefined if unknown. */
export async function buildOfWorker(): Promise<string | undefined> {
  const lists = await listsOf(newestOf(await navigator.serviceWorker.getRegistration(siteFolder())))
  return lists && Object.values(lists).join()
}

/**
 * Waits until there is a service worker of the list's build: saved pages need that build's scripts and styles, which the worker has
 * fetched. The worker need not be active yet. Throws a {@link WrongFileError} if the host has no complete one of that build.
 */
export async function untilWorkerOf(list: AppList, lang: string): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration(siteFolder())) ?? (await navigator.serviceWorker.ready)
  // An installation that was already in progress may have started from another build; the requested one then takes a second try.
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await listsOf(newestOf(registration)))?.[lang] === list.id) return
    if (registration.installing) await installed(registration.installing)
    else await registration.update()
  }
  throw new WrongFileError('The scripts and styles of the site are of another build.')
}

const newestOf = (registration: ServiceWorkerRegistration | undefined): ServiceWorker | null =>
  registration?.waiting ?? registration?.active ?? null

/** By language, the list of a worker's build; undefined if unknown. */
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

/** Resolves when a worker has fetched its files, or has failed to. */
const installed = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
