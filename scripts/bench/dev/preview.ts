import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { EVENTS } from '../../../src/preview/reload-script.ts'
import { treeCpuMs } from '../build/process-tree.ts'
import { type Change, shows } from './changes.ts'

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))

const LONGEST_MS = 30_000

/** From a start or a change to the page that shows it. */
export interface Shown {
  ms: number
  /** Of all processes of the command. */
  cpuMs: number | undefined
}

/** `benchbook dev` in a folder, and a reader whose page loads anew when it is told to. */
export class MeasuredPreview {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #url: string
  readonly #events: ReadableStreamDefaultReader<string>
  /** What it took to start, with a page. */
  readonly start: Shown

  private constructor(parts: {
    child: ChildProcess
    folder: string
    url: string
    events: ReadableStreamDefaultReader<string>
    start: Shown
  }) {
    this.#child = parts.child
    this.#folder = parts.folder
    this.#url = parts.url
    this.#events = parts.events
    this.start = parts.start
  }

  static async open(folder: string): Promise<MeasuredPreview> {
    const startMs = performance.now()
    const child = spawn(process.execPath, [COMMAND, 'dev', '--json', '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The preview ended with ${code}.`)
    })
    ended.catch(() => undefined)
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
    const { url } = JSON.parse(line) as { url: string }
    await textOf(url)
    const start = { ms: performance.now() - startMs, cpuMs: treeCpuMs(child.pid) }
    const { body } = await fetch(url + EVENTS)
    if (!body) throw new Error('The preview tells of no changes.')
    const events = body.pipeThrough(new TextDecoderStream()).getReader()
    const preview = new MeasuredPreview({ child, folder, url, events, start })
    await preview.#told()
    return preview
  }

  /** Saves a file, and waits for the page that shows it. Throws where none does. */
  async save({ name, file, text, page }: Change, mark: string): Promise<Shown> {
    const before = treeCpuMs(this.#child.pid)
    const startMs = performance.now()
    await writeFile(join(this.#folder, file), text(mark))
    for (;;) {
      await this.#told()
      const html = await textOf(this.#url + page)
      const ms = performance.now() - startMs
      const after = treeCpuMs(this.#child.pid)
      if (shows(html, mark) || (await this.#isBeside(html, mark)))
        return { ms, cpuMs: before === undefined || after === undefined ? undefined : after - before }
      // A busy machine may tell late of a change before.
      if (ms > LONGEST_MS) throw new Error(`The page has not what was changed: ${name}.`)
    }
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGINT')
    await ended
  }

  /** Whether a file that a page loads has a mark. */
  async #isBeside(html: string, mark: string): Promise<boolean> {
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js))"/g))
      if (path && shows(await textOf(new URL(path, this.#url).href), mark)) return true
    return false
  }

  async #told(): Promise<void> {
    for (let told = ''; !told.includes('event: shown');) {
      const { value, done } = await this.#events.read()
      if (done) throw new Error('The preview has ended.')
      told = value
    }
  }
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} is answered with ${response.status}.`)
  return response.text()
}
