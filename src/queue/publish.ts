import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { serviceEnvironment } from '../config.ts'
import type { Ended } from './run-command.ts'

const KEPT_LETTERS = 2000

interface Publishing {
  /** Gets the folder of the site and the name of the service as arguments. */
  program: string
  site: string
  service: string
  signal: AbortSignal
}

/** Runs the operator's program for a site that is finished and checked. Throws the signal's reason. */
export async function publishSite({ program, site, service, signal }: Publishing): Promise<Ended> {
  const start = performance.now()
  const child = spawn(program, [site, service], {
    cwd: site,
    env: serviceEnvironment(service, {}),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT_LETTERS)))
  const failed = new Promise<string>((resolve) => child.on('error', ({ message }) => resolve(message)))
  const ended = once(child, 'close').then(([code, how]) =>
    code === 0 ? '' : `${how ?? `exit code ${code}`}: ${said.trim().split('\n').at(-1)}`,
  )
  const fault = await Promise.race([failed, ended])
  signal.throwIfAborted()
  const output = fault ? { error: { message: `The site was not published. ${program} failed: ${fault.replace(/\.?$/, '.')}` } } : {}
  return { command: 'publish', exitCode: fault ? 2 : 0, ms: Math.round(performance.now() - start), output }
}
