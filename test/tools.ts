import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** The output of `.ci/install-tools`. */
const INSTALLED = (process.env.INSTALLED_TOOLS ?? '').split(/\s+/)

/** Why tests with a program are skipped; '' if it can be run. Throws if its package was installed for this run. */
export function whyNo(program: string, from = program): string {
  if ([...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, program)))) return ''
  if (INSTALLED.includes(from)) throw new Error(`There is no ${program}, though ${from} was installed for this run.`)
  return `${program} is not installed`
}

/** A port of this machine that nothing listens on; several requested at once are different. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // By now the others that were requested at the same time are listening.
  await new Promise((later) => setImmediate(later))
  await once(server.close(), 'close')
  return port
}
