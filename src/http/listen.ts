import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SystemError } from '../errors.ts'
import { type Answerer, guardedServer, type Limits, onlyOwnNames } from './guarded-server.ts'

/** The number of ports tried after the requested one. */
const PORTS_TRIED = 50

export interface ListenAddress {
  /** The address of this machine to listen at; the loopback one is not reachable from elsewhere. */
  host: string
  /** 0 selects a free one. */
  port: number
  /** Use the next free port if this one is taken. */
  orNext?: boolean
  /** The option that names address and port, if it is neither `host` nor `port`. */
  option?: string | undefined
}

/** Where a server listens, and by which names. */
export interface Reach extends ListenAddress {
  /** Further names accepted in a request's `Host` (see {@link onlyOwnNames}). */
  hostNames?: readonly string[]
  /** Called with the requested name of a refused request. */
  onRefusedName?: (name: string) => void
  limits?: Partial<Limits>
}

/** A server that clients cannot block, and its port. Throws like {@link listen}. */
export async function startGuarded(answer: Answerer, { hostNames = [], onRefusedName, limits, ...address }: Reach) {
  const server = guardedServer(onlyOwnNames([...hostNames, address.host], answer, onRefusedName), limits)
  return { server, port: await listen(server, address) }
}

/** Listens and returns the port. Throws a {@link SystemError} if it is taken (with `orNext`, if those after it are too). */
export async function listen(server: Server, { host, port, orNext = false, option }: ListenAddress): Promise<number> {
  const last = orNext ? Math.min(port + PORTS_TRIED, 65_535) : port
  for (let candidate = port; ; candidate++) {
    try {
      server.listen(candidate, host)
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    } catch (error) {
      if (candidate < last && hasCode(error, 'EADDRINUSE')) continue
      throw explained(error, { host, port: candidate, option })
    }
  }
}

/** The origin of a listener for clients on this machine: one at every address is also at the loopback one. */
export function originOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

function explained(error: unknown, { host, port, option }: ListenAddress): unknown {
  const known = SENTENCES.find(([names]) => names.split(' ').some((name) => hasCode(error, name)))
  if (!known) return error
  const [, part, why] = known
  const named = option ?? part
  return new SystemError(why({ host, port }, `\`${named}\``), { cause: error, code: 'ERR_LISTEN', option: named, host, port })
}

const SENTENCES: readonly [
  codes: string,
  part: 'port' | 'host',
  why: (of: Pick<ListenAddress, 'host' | 'port'>, option: string) => string,
][] = [
  ['EADDRINUSE', 'port', ({ port }, option) => `Port ${port} is in use. Choose another one with ${option}, or stop what listens there.`],
  ['EACCES', 'port', ({ port }, option) => `This user may not listen on port ${port}. Choose one above 1023 with ${option}.`],
  [
    'EADDRNOTAVAIL',
    'host',
    ({ host }, option) => `${host} is no address of this machine. Choose one with ${option} that it has, or 0.0.0.0 for all.`,
  ],
  ['ENOTFOUND EAI_AGAIN', 'host', ({ host }, option) => `No address is called ${host}. Choose an address of this machine with ${option}.`],
]

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code
