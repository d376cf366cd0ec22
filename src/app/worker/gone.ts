// Served at the address of the service worker on a site that is not an app: removes the previous worker and its data.
import { root, scope } from './scope.ts'

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const own = (await caches.keys()).filter((name) => name.startsWith(`benchbook ${root} `))
      await Promise.all(own.map((name) => caches.delete(name)))
      indexedDB.deleteDatabase(`benchbook ${root}`)
      await scope.registration.unregister()
    })(),
  )
})
