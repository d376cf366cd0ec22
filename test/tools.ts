import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** What `.ci/install-tools` has printed. */
const INSTALLED = (process.env.INSTALLED_TOOLS ?? '').split(/\s+/)

/** Why tests with a program are skipped; '' where it can be run. Throws where the package that it comes from was installed for this run. */
export function whyNo(program: string, from = program): string {
  if ([...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, program)))) return ''
  if (INSTALLED.includes(from)) throw new Error(`There is no ${program}, though ${from} was installed for this run.`)
  return `${program} is not installed`
}

/** A port of this machine that nothing listens to; several that are asked for at once are not the same. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Others that are asked for in the same moment listen by now.
  await new Promise((later) => setImmediate(later))
  await once(server.close(), 'close')
  return port
}
