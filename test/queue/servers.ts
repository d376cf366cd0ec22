import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, whyNo } from '../tools.ts'

/** Why there can be no Redis on this machine; '' if there can. */
export const whyNoRedis = whyNo('redis-server', 'redis-server')
/** Why there can be no PostgreSQL. Debian has its programs in a folder for each version. */
export const whyNoPostgres = whyNo('pg_ctlcluster', 'postgresql')
const VERSIONS = '/usr/lib/postgresql'
const POSTGRES = existsSync(VERSIONS) ? join(VERSIONS, readdirSync(VERSIONS).sort().at(-1) ?? '', 'bin') : ''

export interface RunningServer {
  url: string
  port: number
  /** Ends it at once. */
  kill: () => Promise<void>
  /** Starts it again, with what it has on the disk. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** A Redis of its own on loopback, which has on the disk what it has answered. */
export const startRedis = (...options: string[]): Promise<RunningServer> =>
  startServer('redis', ({ home, port }) => {
    const words = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--dir',
      home,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ]
    return { url: `redis://127.0.0.1:${port}`, command: () => spawn('redis-server', [...words, ...options], { stdio: 'ignore' }) }
  })

/** A PostgreSQL of its own on loopback. It does not run as root. */
export const startPostgres = (): Promise<RunningServer> =>
  startServer('postgres', ({ home, port }) => {
    const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
    execFileSync(join(POSTGRES, 'initdb'), ['-D', join(home, 'data'), '-U', 'benchbook', '-A', 'trust', '--no-sync'], {
      ...user,
      stdio: 'ignore',
    })
    const words = ['-D', join(home, 'data'), '-p', `${port}`, '-h', '127.0.0.1', '-k', home]
    const url = `postgres://benchbook@127.0.0.1:${port}/postgres`
    return { url, command: () => spawn(join(POSTGRES, 'postgres'), words, { ...user, stdio: 'ignore' }) }
  })

const idOf = (which: '-u' | '-g'): number => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))

async function startServer(
  name: string,
  prepare: (place: { home: string; port: number }) => { url: string; command: () => ChildProcess },
): Promise<RunningServer> {
  const home = await mkdtemp(join(tmpdir(), `benchbook-${name}-`))
  if (name === 'postgres' && process.getuid?.() === 0) await chown(home, idOf('-u'), idOf('-g'))
  const port = await freePort()
  const { url, command } = prepare({ home, port })
  let child: ChildProcess
  const kill = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  }
  const start = async () => {
    child = command()
    while (!(await answers(port))) await sleep(50)
  }
  await start()
  const stop = async () => {
    await kill()
    await rm(home, { recursive: true, force: true })
  }
  return { url, port, kill, start, stop }
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
