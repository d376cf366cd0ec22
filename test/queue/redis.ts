import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../hosts/servers.ts'

/** Why Redis cannot be tried on this machine; undefined if it can. */
export function whyNoRedis(): string | undefined {
  try {
    execFileSync('redis-server', ['--version'])
    return undefined
  } catch {
    return 'redis-server is not installed'
  }
}

export interface RunningRedis {
  url: string
  /** Every command that it has been sent since, in one text. */
  watch: () => Promise<() => string>
  /** Ends it at once, and starts it again with what it has on disk. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a Redis of one's own on loopback; with an append-only file it knows after a restart what it knew. */
export async function startRedis({ appendOnly }: { appendOnly: boolean }): Promise<RunningRedis> {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const clients: Redis[] = []
  let child = await start(home, port, appendOnly)
  const kill = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  }
  return {
    url,
    watch: async () => {
      const client = new Redis(url)
      const monitor = await client.monitor()
      clients.push(client, monitor)
      const lines: string[] = []
      monitor.on('monitor', (_time, words: string[]) => lines.push(words.join(' ')))
      return () => lines.join('\n')
    },
    restart: async () => {
      await kill()
      child = await start(home, port, appendOnly)
    },
    stop: async () => {
      for (const client of clients) client.disconnect()
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function start(home: string, port: number, appendOnly: boolean): Promise<ChildProcess> {
  const options = ['--save', '', '--appendonly', appendOnly ? 'yes' : 'no', '--appendfsync', 'always']
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', home, ...options], { stdio: 'ignore' })
  const probe = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null })
  probe.on('error', () => undefined) // not yet
  try {
    for (;;) {
      const isReady = await probe.ping().then(
        () => true,
        () => false, // it is loading its file
      )
      if (isReady) return child
      await sleep(50)
    }
  } finally {
    probe.disconnect()
  }
}
