import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SystemError } from '../errors.ts'

/** How many ports after the wanted one are tried. */
const PORTS_TRIED = 50

/** Listens on 127.0.0.1 and gives the port. Throws a {@link SystemError} when it is taken (and, with `orNext`, those after it too). */
export async function listen(server: Server, port: number, orNext: boolean): Promise<number> {
  const last = orNext ? Math.min(port + PORTS_TRIED, 65_535) : port
  for (let candidate = port; ; candidate++) {
    try {
      server.listen(candidate, '127.0.0.1')
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    } catch (error) {
      if (candidate < last && hasCode(error, 'EADDRINUSE')) continue
      throw explained(error, candidate)
    }
  }
}

function explained(error: unknown, port: number): unknown {
  if (hasCode(error, 'EADDRINUSE'))
    return new SystemError(`Port ${port} is in use. Choose another one with --port, or stop what listens there.`, { cause: error })
  if (hasCode(error, 'EACCES'))
    return new SystemError(`This user may not listen on port ${port}. Choose one above 1023 with --port.`, { cause: error })
  return error
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code
