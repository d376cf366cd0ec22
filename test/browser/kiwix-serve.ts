import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, whyNo } from '../tools.ts'

const TRIES = 100
const PAUSE_MS = 100

export const whyNoReader = whyNo('kiwix-serve', 'kiwix-tools')

/** Starts kiwix-serve with an archive. Its pages are below `url`, the name of the archive and `A/`. */
export async function startReader(path: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const reader = spawn('kiwix-serve', ['--port', String(port), '-i', '127.0.0.1', path], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/`
  const stop = async () => {
    reader.kill()
    if (reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit')
  }
  for (let tries = 0; !(await fetch(url).catch(() => undefined)); tries++) {
    if (tries === TRIES) {
      await stop()
      throw new Error('kiwix-serve does not answer.')
    }
    await sleep(PAUSE_MS)
  }
  return { url, stop }
}
