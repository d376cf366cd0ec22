import type { Shell } from '../shell.ts'

/** An event that is extended until a promise is settled. */
export interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface AskedEvent extends LastingEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** The part of a service worker's global scope that we use: TypeScript's types for pages and for workers are mutually exclusive. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
    (type: 'fetch', listener: (event: AskedEvent) => void): void
    (type: 'message', listener: (event: LastingEvent & { data: unknown; ports: readonly MessagePort[] }) => void): void
  }
  /** Prepended to the script by a build. */
  benchbookShell: Shell
}

export const scope = globalThis as unknown as WorkerScope
/** The shell of the worker's own build. */
export const shell = scope.benchbookShell
/** The path of the site, with a leading and a trailing slash. */
export const root = new URL(scope.registration.scope).pathname
/** The name of a cache by purpose; each site on a host has its own. */
export const cacheName = (purpose: 'shell' | 'recent'): string => `benchbook ${root} ${purpose}`
