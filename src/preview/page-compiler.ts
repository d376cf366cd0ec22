import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { filesBelow } from '../disk/files-below.ts'
import { carried } from '../errors/carried.ts'
import { runnable } from '../installation.ts'
import type { CompiledPages, FromCompiler, Settings, ToCompiler } from './messages.ts'
import { sumOf } from './outside-files.ts'
import { died } from './preview.ts'

/** Each time the compilers keep some 30 MB. */
const MOST_MEMORY = 1_200_000_000

/** What compiled pages were made of. */
interface Made {
  settings: string
  own: string
  outside: Record<string, string>
  pages: CompiledPages
}

/**
 * Compiles pages with an operator's own components, for one preview: again only where something has changed that they are made of. A build keeps no such pages,
 * since components may import any file; here those are looked at each time.
 */
export class PageCompiler {
  #process: ChildProcess | undefined
  #folder: Promise<string> | undefined
  #latest: Made | undefined
  #number = 0
  #outside: string[] = []

  /** Files outside the folder of components that the pages are made of as well. */
  get outside(): readonly string[] {
    return this.#outside
  }

  /** One at a time. Throws what is wrong with a component. */
  async compile({ base, site, links, app, debug, logo, components }: Settings): Promise<CompiledPages> {
    const config = { base, site, links, app, debug, logo, components }
    const settings = JSON.stringify(config)
    const own = JSON.stringify(await sumsBelow(components))
    if (this.#latest && isOf(this.#latest, { settings, own })) return this.#latest.pages
    const folder = join(await this.#place(), String(++this.#number))
    const made = { folder, site: join(folder, 'site') }
    const answer = await this.#ask({ config, pages: made })
    this.#outside = Object.keys(answer.outside)
    if (answer.memory > MOST_MEMORY) {
      this.#stop()
      // The next one is ready when it is needed.
      this.#process = this.#start()
    }
    if (answer.error) throw carried(answer.error)
    this.#latest = { settings, own, outside: answer.outside, pages: made }
    return made
  }

  /** Forgets all pages but these: while they were compiled, others were shown. */
  async keepOnly({ folder }: CompiledPages): Promise<void> {
    const place = await this.#place()
    const others = (await readdir(place)).filter((name) => name !== basename(folder))
    await Promise.all(others.map((name) => rm(join(place, name), { recursive: true, force: true })))
  }

  async end(): Promise<void> {
    this.#stop()
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true })
  }

  #place(): Promise<string> {
    return (this.#folder ??= mkdtemp(join(tmpdir(), 'benchbook-compiled-')))
  }

  #start(): ChildProcess {
    const child = fork(runnable(new URL('./compiler-process.ts', import.meta.url)), {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (this.#process === child) this.#process = undefined
    }
    child.on('exit', forget).on('error', forget)
    return child
  }

  #stop(): void {
    this.#process?.kill('SIGKILL')
    this.#process = undefined
  }

  async #ask(question: ToCompiler): Promise<FromCompiler> {
    const child = (this.#process ??= this.#start())
    const { promise, resolve, reject } = Promise.withResolvers<FromCompiler>()
    const onExit = (code: number | null, signal: string | null) => reject(died(signal ?? `exit code ${code}`))
    const onError = (error: Error) => reject(died(error.message))
    child.once('message', resolve).once('exit', onExit).once('error', onError)
    child.send(question, (error) => error && onError(error))
    try {
      return await promise
    } finally {
      child.off('message', resolve).off('exit', onExit).off('error', onError)
    }
  }
}

const isOf = (made: Made, { settings, own }: Pick<Made, 'settings' | 'own'>): boolean =>
  made.settings === settings && made.own === own && Object.entries(made.outside).every(([file, sum]) => sumOf(file) === sum)

/** None where the folder cannot be read, which is said where its components are. */
async function sumsBelow(folder: string): Promise<[string, string][]> {
  const files = await Array.fromAsync(filesBelow(folder)).catch(() => [])
  return files.sort().map((file) => [file, sumOf(join(folder, file))])
}
