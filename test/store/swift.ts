import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { freePort, whyNo } from '../tools.ts'

const SERVERS = ['account', 'container', 'object'] as const
const BIN = '/usr/bin'

/** Why Swift cannot be tested on this machine; '' if it can. */
export const whyNoSwift =
  whyNo('swift-ring-builder', 'swift') || [...SERVERS, 'proxy'].map((name) => whyNo(`swift-${name}-server`, `swift-${name}`)).join('')

export interface Swift {
  endpoint: string
  /** The address of its one bucket. */
  bucket: string
  /** Sends requests as its one user. */
  client: AwsClient
  /** The variables of AWS for it. */
  env: Record<string, string>
  stop: () => Promise<void>
}

/** Starts OpenStack Swift with S3 API on loopback: one device, one replica, one user. All its files are in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-swift-'))
  const devices = join(home, 'srv')
  await mkdir(join(devices, 'd1'), { recursive: true })
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    await rm(home, { recursive: true, force: true })
  }
  try {
    const ports = await Promise.all([...SERVERS, 'proxy'].map(freePort))
    await Promise.all(SERVERS.map((name, at) => buildRing(home, name, ports[at] ?? 0)))
    for (const [at, name] of SERVERS.entries()) children.push(await start(home, name, storageConf(home, name, ports[at] ?? 0)))
    const port = ports.at(-1) ?? 0
    children.push(await start(home, 'proxy', proxyConf(home, port)))
    const endpoint = `http://127.0.0.1:${port}`
    const client = new AwsClient({ accessKeyId: USER, secretAccessKey: SECRET, service: 's3', region: 'us-east-1', retries: 0 })
    await makeBucket(client, endpoint, home, children)
    const env = { AWS_ACCESS_KEY_ID: USER, AWS_SECRET_ACCESS_KEY: SECRET, AWS_ENDPOINT_URL: endpoint, AWS_REGION: 'us-east-1' }
    return { bucket: `${endpoint}/${BUCKET}`, client, env, stop, endpoint }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The name of the one bucket. */
export const BUCKET = 'copies'
const USER = 'test:tester'
/** The secret key of the one user. */
export const SECRET = 'testing-not-to-be-told'

async function buildRing(home: string, name: string, port: number): Promise<void> {
  const build = (...words: string[]) => promisify(execFile)(join(BIN, 'swift-ring-builder'), [`${name}.builder`, ...words], { cwd: home })
  await build('create', '4', '1', '1')
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  await build('rebalance')
}

const common = (home: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${home}
workers = 0
user = ${process.getuid?.() === 0 ? 'root' : (process.env.USER ?? '')}
`

const storageConf = (home: string, name: string, port: number): string => `${common(home, port)}devices = ${join(home, 'srv')}
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

const proxyConf = (home: string, port: number): string => `${common(home, port)}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SECRET} .admin
[filter:s3api]
use = egg:swift#s3api
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
`

async function start(home: string, name: string, conf: string): Promise<ChildProcess> {
  const path = join(home, `${name}.conf`)
  await writeFile(path, conf)
  const log = openSync(join(home, `${name}.log`), 'w')
  const child = spawn(join(BIN, `swift-${name}-server`), [path], { cwd: home, stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

async function makeBucket(client: AwsClient, endpoint: string, home: string, children: readonly ChildProcess[]): Promise<void> {
  for (;;) {
    const dead = children.findIndex(({ exitCode }) => exitCode !== null)
    if (dead >= 0)
      throw new Error(`Swift did not start:\n${await readFile(join(home, `${[...SERVERS, 'proxy'][dead] ?? ''}.log`), 'utf8')}`)
    // 503 until each of the servers behind it has started.
    const made = await client.fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' }).catch(() => undefined)
    if (made?.ok) return
    await sleep(100)
  }
}
