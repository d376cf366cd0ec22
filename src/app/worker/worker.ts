// The service worker of a site: see docs/offline.md. A build puts the list of the shell's files before it.
import { answerTo, rememberRead } from './answer.ts'
import { forgetKept } from './kept.ts'
import { tidyRecent } from './recent.ts'
import { scope, shell } from './scope.ts'
import { installShell, tidyShell } from './shell-cache.ts'

scope.addEventListener('install', (event) => {
  // Pages that are open go on with the files of their build, which stay: it may take over at once.
  event.waitUntil(installShell().then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim().then(() => Promise.all([tidyShell(), tidyRecent()])))
})

scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

scope.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'kept') forgetKept()
  else if (data === 'start') event.waitUntil(scope.skipWaiting())
  else if (data === 'lists') ports[0]?.postMessage(shell.lists)
  // What cannot be had now is not remembered.
  else if (Array.isArray(data)) event.waitUntil(rememberRead(String(data[1])).catch(() => undefined))
})
