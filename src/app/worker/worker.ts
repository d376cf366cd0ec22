// The service worker of a site: see docs/offline.md. A build prepends the list of the shell's files.
import { answerTo, rememberRead } from './answer.ts'
import { forgetKept } from './kept.ts'
import { tidyRecent } from './recent.ts'
import { scope, shell } from './scope.ts'
import { forgetBuilds, installShell, tidyShell } from './shell-cache.ts'

// It waits until no page is open: the active worker can serve pages of both builds, and Chromium loses navigations during a takeover.
scope.addEventListener('install', (event) => event.waitUntil(installShell()))

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim().then(() => Promise.all([tidyShell(), tidyRecent()])))
})

scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

scope.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'kept') {
    forgetKept()
    forgetBuilds()
  } else if (data === 'lists') ports[0]?.postMessage(shell.lists)
  // What is unavailable now is not stored.
  else if (Array.isArray(data)) event.waitUntil(rememberRead(String(data[1])).catch(() => undefined))
})
