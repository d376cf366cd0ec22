import type { Shell } from '../shell.ts'

/** An event that goes on until a promise is settled. */
export interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface AskedEvent extends LastingEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** What a service worker has around it, as far as ours uses it: the types of pages and of workers exclude each other. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
    (type: 'fetch', listener: (event: AskedEvent) => void): void
    (type: 'message', listener: (event: LastingEvent & { data: unknown; ports: readonly MessagePort[] }) => void): void
  }
  /** A build writes it before the script. */
  benchbookShell: Shell
}

export const scope = globalThis as unknown as WorkerScope
/** Of the build that the worker came with. */
export const shell = scope.benchbookShell
/** The path of the site, with a slash at both ends. */
export const root = new URL(scope.registration.scope).pathname
/** The cache of a purpose; sites below one host have each their own. */
export const cacheName = (purpose: 'shell' | 'recent'): string => `benchbook ${root} ${purpose}`
