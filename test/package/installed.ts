import { type ChildProcessByStdio, exec, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Ended } from '../benchbook.ts'
import { copyOfCheckout, ROOT } from './copy-of-checkout.ts'

/** Codes of npm without a network or registry. */
const NO_NETWORK = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/

/** A folder where another user installs, without the variables of npm and Vitest in this process, which would lead here. */
export interface Elsewhere {
  folder: string
  /** Runs a shell line there, with the Node of `bin` instead of ours, as another user. */
  run: (line: string, as?: { bin?: string; uid?: number; env?: NodeJS.ProcessEnv }) => Promise<Ended>
  start: (line: string) => ChildProcessByStdio<null, Readable, Readable>
}

/** An empty folder with an awkward path; the caller removes it. */
export async function elsewhere(): Promise<Elsewhere> {
  const folder = join(await mkdtemp(join(tmpdir(), 'benchbook-')), 'a wörkshop')
  await mkdir(folder)
  await chmod(dirname(folder), 0o755)
  const strange = /^(?:npm_|BENCHBOOK_|VITEST|NODE_(?!EXTRA_CA)|INIT_CWD$|DEV$|PROD$|MODE$|BASE_URL$|SSR$|SWEEP$)/i
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !strange.test(name)))
  const paths = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  const started = (line: string, { bin = dirname(process.execPath), uid, env = {} }: Parameters<Elsewhere['run']>[1] = {}) =>
    spawn(line, {
      cwd: folder,
      shell: true,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...own, PATH: [bin, ...paths].join(delimiter), ...env },
      ...(uid !== undefined && { uid, gid: uid }),
    })
  const run: Elsewhere['run'] = async (line, as) => {
    const child = started(line, as)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    return { code, stdout, stderr: stderr.replace(/^npm warn .*\n/gm, '') }
  }
  return { folder, run, start: (line) => started(line) }
}

/** Packs the checkout, and returns the tarball. */
export async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-tarball-'))
  const cwd = copyOfCheckout()
  await promisify(exec)(`npm pack --pack-destination ${folder}`, { cwd, maxBuffer: 100_000_000 })
  await rm(cwd, { recursive: true })
  const [tarball = ''] = await readdir(folder)
  return join(folder, tarball)
}

interface Locked {
  version?: string
  link?: boolean
}

/** By name, except those with several versions. Newer releases may change bytes and size, and a registry may lack their dependencies. */
function lockedVersions(): Record<string, string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const found = Object.entries(packages).flatMap(([path, { version, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return version && !link && name !== path ? [{ name, version }] : []
  })
  const counts = Map.groupBy(found, ({ name }) => name)
  return Object.fromEntries(found.filter(({ name }) => counts.get(name)?.length === 1).map(({ name, version }) => [name, version]))
}

/**
 * Installs packages in a folder, with dependencies in the versions of the checkout; returns why it could not for lack of a network, or
 * undefined. Throws for any other reason.
 */
export async function install({ folder, run }: Pick<Elsewhere, 'folder' | 'run'>, ...packages: string[]): Promise<string | undefined> {
  const had = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (had === undefined)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides: { benchbook: lockedVersions() } }))
  const words = packages.map((name) => JSON.stringify(name)).join(' ')
  const { code, stdout, stderr } = await run(`npm install --prefer-offline --no-audit --no-fund ${words}`)
  if (code === 0) return undefined
  const reason = NO_NETWORK.exec(stderr)?.[0]
  if (!reason) throw new Error(`npm could not install ${words}:\n${stdout}${stderr}`)
  return `npm reaches no registry (${reason}).`
}

/** The bytes of all files below a folder, except links. */
export async function bytesBelow(folder: string): Promise<number> {
  const { stdout } = await promisify(exec)(`du -sb --apparent-size ${JSON.stringify(folder)}`)
  return Number.parseInt(stdout, 10)
}
